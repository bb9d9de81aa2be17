package dev.drover.model.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaMapperTest {
  /// A round trip: the schema that LangChain4j writes is equivalent.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"object\",\"description\":\"A"
            + " place.\",\"properties\":{\"a\":{\"type\":\"string\"}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"integer\",\"description\":\"How"
            + " many.\"}},\"required\":[\"b\"],\"additionalProperties\":false}",
        "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"},\"y\":{\"type\":\"boolean\"},\"z\":{\"type\":\"string\",\"enum\":[\"red\",\"green\"]}}}",
        "{\"type\":\"object\",\"properties\":{\"list\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}}}}",
        "{\"type\":\"object\",\"properties\":{\"either\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}}}",
        "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9}}}",
        "{\"type\":\"object\",\"properties\":{\"m\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}}}",
        "{\"type\":\"object\",\"properties\":{\"e\":{\"enum\":[1,\"two\",null]},\"o\":{\"type\":[\"string\",\"null\"]}}}",
        "{\"type\":\"object\",\"properties\":{\"t\":{\"$ref\":\"#/$defs/tree\"}},\"$defs\":{\"tree\":{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#/$defs/tree\"}}}}}",
        "{\"type\":\"object\",\"properties\":{\"p\":{\"type\":\"string\",\"pattern\":\"^a+$\",\"format\":\"date\"}}}"
      })
  void aMappedSchemaIsEquivalent(String schema) {
    var tool =
        ToolSpecification.builder()
            .name("t")
            .parameters(SchemaMapper.object(LangChain4jJson.parse(schema)))
            .build();
    var back = LangChain4jJson.parse(tool.toJson()).path("parameters");
    assertThat(canonical(LangChain4jJson.text(back))).isEqualTo(canonical(schema));
  }

  /// An empty list of required properties has no meaning.
  private static Object canonical(String schema) {
    return LangChain4jJson.parse(
        schema.replace(",\"required\":[]", "").replace("\"required\":[],", ""));
  }

  @Test
  void unsupportedPartsOfASchemaArePassedAsRawJson() {
    var pattern = "{\"type\":\"string\",\"pattern\":\"^a+$\"}";
    assertThat(SchemaMapper.element(LangChain4jJson.parse(pattern)))
        .isEqualTo(JsonRawSchema.from(pattern));
  }
}
