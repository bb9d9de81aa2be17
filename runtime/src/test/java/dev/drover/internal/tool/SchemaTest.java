package dev.drover.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.internal.schema.ArgumentValidator;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Java types and their exact schemas.
@Tag("D1")
class SchemaTest {
  private static final List<AgentTool> TOOLS = JavaTools.of(new ParameterTypes());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          text | {"type":"string"}
          message | {"type":"string","minLength":1,"maxLength":1}
          flag | {"type":"boolean"}
          boxedFlag | {"type":"boolean"}
          aByte | {"type":"integer","minimum":-128,"maximum":127}
          aShort | {"type":"integer","minimum":-32768,"maximum":32767}
          anInt | {"type":"integer","minimum":-2147483648,"maximum":2147483647}
          aLong | {"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}
          aFloat | {"type":"number"}
          aDouble | {"type":"number"}
          bigWhole | {"type":"integer"}
          decimal | {"type":"number"}
          unit | {"type":"string","enum":["METRE","FOOT"]}
          instant | {"type":"string","format":"date-time"}
          date | {"type":"string","format":"date"}
          time | {"type":"string"}
          dateTime | {"type":"string"}
          duration | {"type":"string","format":"duration"}
          uuid | {"type":"string","format":"uuid"}
          uri | {"type":"string","format":"uri"}
          list | {"type":"array","items":{"type":"string"}}
          collection | {"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647}}
          set | {"type":"array","items":{"type":"string","enum":["METRE","FOOT"]}}
          array | {"type":"array","items":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647}}}
          arrayOfLists | {"type":"array","items":{"type":"array","items":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}}}
          map | {"type":"object","additionalProperties":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647}}}
          nothing | {"type":"object","properties":{},"additionalProperties":false}
          """)
  void aTypeHasItsSchemaAndIsRequired(String tool, String schema) {
    assertThat(schemaOf(tool))
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"x\":%s},\"required\":[\"x\"],\"additionalProperties\":false}"
                .formatted(schema));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          optionalInt | {"type":"integer","minimum":-2147483648,"maximum":2147483647}
          optionalLong | {"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}
          optionalDouble | {"type":"number"}
          nullable | {"type":"string","description":"Say \\"it\\"."}
          defaultText | {"type":"string","default":"a \\"b\\""}
          defaultUnit | {"type":"string","enum":["METRE","FOOT"],"default":"FOOT"}
          defaultArray | {"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"default":[1, 2]}
          """)
  void anOptionalParameterIsNotRequired(String tool, String schema) {
    assertThat(schemaOf(tool))
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"x\":%s},\"additionalProperties\":false}"
                .formatted(schema));
  }

  @Test
  void aRecordIsAnObjectWithItsComponentsInTheirOrder() {
    assertThat(schemaOf("order"))
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"object\",\"properties\":{"
                + "\"item-no\":{\"type\":\"string\",\"description\":\"What.\"},"
                + "\"sizes\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
                + "\"width\":{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647},\"height\":{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647,\"description\":\"In"
                + " the same unit.\"}},\"required\":[\"width\"],\"additionalProperties\":false}},"
                + "\"unit\":{\"type\":\"string\",\"enum\":[\"METRE\",\"FOOT\"]},"
                + "\"count\":{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647,\"default\":1}},"
                + "\"required\":[\"item-no\",\"sizes\"],\"additionalProperties\":false}},"
                + "\"required\":[\"x\"],\"additionalProperties\":false}");
  }

  @Test
  void parametersKeepTheirOrderAndExcludeTheCall() {
    assertThat(schemaOf("several"))
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"z\":{\"type\":\"string\"},"
                + "\"a\":{\"type\":\"string\"},\"m\":{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647}},"
                + "\"required\":[\"z\",\"m\"],\"additionalProperties\":false}");
  }

  @Test
  void aToolWithoutParametersTakesAnEmptyObject() {
    assertThat(schemaOf("none"))
        .isEqualTo("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}");
  }

  @Test
  void theSameClassGivesTheSameBytesEachTime() {
    assertThat(JavaTools.of(new ParameterTypes()))
        .extracting(AgentTool::spec)
        .isEqualTo(specs().toList());
  }

  @Test
  void everySchemaIsAcceptedByTheValidator() {
    specs().forEach(ArgumentValidator::of);
  }

  private static Stream<ToolSpec> specs() {
    return TOOLS.stream().map(AgentTool::spec);
  }

  private static String schemaOf(String tool) {
    return specs().filter(spec -> spec.name().equals(tool)).findFirst().orElseThrow().schema();
  }
}
