package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import dev.drover.spi.schema.SchemaCompiler;
import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The laws of the port, applied to the library.
@Tag("D1")
class JsonSchemaCompilerTest {
  private final SchemaCompiler compiler = new JsonSchemaCompiler();

  @Test
  void itIsFoundAsAService() {
    assertThat(ServiceLoader.load(SchemaCompiler.class))
        .hasOnlyElementsOfType(JsonSchemaCompiler.class)
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"anyOf":[{"type":"string"},{"type":"integer"}]} | true | it: expected string or integer, got boolean
          {"pattern":"^[A-Z]+$"} | "a" | it: does not match the regex pattern ^[A-Z]+$, got "a"
          {"format":"email"} | "a" | it: expected a email, got "a"
          {"items":{"$ref":"#/$defs/n"},"$defs":{"n":{"type":"integer"}}} | [1,"a"] | [1]: expected integer, got string
          {"properties":{"a":{"items":{"required":["b"]}}}} | {"a":[{}]} | a[0].b: missing, and it is required
          {"properties":{"a":{"additionalProperties":false,"properties":{"text":{}}}}} | {"a":{"txt":1}} | a.txt: no such property; did you mean text?
          {"minProperties":1} | {} | it: must have at least 1 properties
          {"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"n":{"const":2}},"$ref":"#/definitions/n"} | 1 | it: expected 2, got 1
          """)
  void eachViolationHasALocationAndAMessage(String schema, String json, String words) {
    assertThat(SchemaViolation.listed(compiler.compile(schema).violations(json), "it"))
        .isEqualTo(words);
  }

  @Test
  void aValidValueHasNoViolations() {
    assertThat(compiler.compile("{\"oneOf\":[{\"const\":1},{\"const\":2}]}").violations("2"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"required":"a"} | is not valid: required: expected array, got string
          {"$ref":"#/$defs/none"} | cannot be used: Reference /$defs/none cannot be resolved
          {"$schema":"https://example.com/none"} | cannot be used: Failed to load dialect 'https://example.com/none'
          """)
  void anInvalidSchemaIsRefusedWhenItIsCompiled(String schema, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiler.compile(schema))
        .withMessage(why);
  }

  @Test
  void nothingIsEverFetched() throws Exception {
    var requests = new AtomicInteger();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try {
      var url = "http://127.0.0.1:%d/schema.json".formatted(server.getAddress().getPort());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> compiler.compile("{\"$ref\":\"%s\"}".formatted(url)))
          .withMessageStartingWith("cannot be used: ");
      assertThat(requests).hasValue(0);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void twoSchemasMayShareAnId() {
    var text = compiler.compile("{\"$id\":\"https://example.com/x\",\"type\":\"string\"}");
    var number = compiler.compile("{\"$id\":\"https://example.com/x\",\"type\":\"integer\"}");
    assertThat(text.violations("\"a\"")).isEmpty();
    assertThat(number.violations("\"a\""))
        .containsExactly(new SchemaViolation("", "expected integer, got string"));
  }

  @Test
  void theMessagesDoNotDependOnTheLocale() {
    var before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(compiler.compile("{\"multipleOf\":2}").violations("1"))
          .containsExactly(new SchemaViolation("", "must be multiple of 2, got 1"));
    } finally {
      Locale.setDefault(before);
    }
  }
}
