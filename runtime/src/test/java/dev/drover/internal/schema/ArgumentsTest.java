package dev.drover.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tool.AnswerSchema;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The error messages about arguments for a model, and about schemas for a tool's author.
@Tag("D1")
class ArgumentsTest {
  private static final String PAY =
      """
      {"type":"object",
       "properties":{
         "account":{"type":"string"},
         "amount":{"type":"integer","minimum":1,"maximum":100},
         "rate":{"type":"number"},
         "unit":{"type":"string","enum":["EUR","USD"]},
         "urgent":{"type":"boolean"},
         "note":{"type":["string","null"]},
         "lines":{"type":"array","items":{"type":"object",
           "properties":{"text":{"type":"string"},"count":{"type":"integer"}},
           "required":["text"],"additionalProperties":false}},
         "tags":{"type":"object","additionalProperties":{"type":"string"}}},
       "required":["account","amount"],
       "additionalProperties":false}
      """;

  /// A schema with more than plain keywords.
  private static final String RICH =
      """
      {"type":"object",
       "properties":{
         "id":{"anyOf":[{"type":"string"},{"type":"integer"}]},
         "one":{"oneOf":[{"type":"string","maxLength":3},{"type":"string","minLength":2}]},
         "code":{"type":"string","pattern":"^[A-Z]+$","maxLength":4},
         "day":{"type":"string","format":"date"},
         "version":{"const":2},
         "few":{"type":"array","minItems":2,"items":{"type":"integer"},"uniqueItems":true},
         "part":{"$ref":"#/$defs/part"}},
       "$defs":{"part":{"type":"object","properties":{"number":{"type":"integer"}},
         "additionalProperties":false}},
       "minProperties":1}
      """;

  private static final ArgumentValidator PAYING = ArgumentValidator.of(spec(PAY));
  private static final ArgumentValidator BEING_RICH = ArgumentValidator.of(spec(RICH));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"account\":\"a\",\"amount\":1}",
        " {\"amount\":100, \"account\":\"\", \"rate\":1.5, \"unit\":\"USD\", \"urgent\":false}\n",
        "{\"account\":\"a\",\"amount\":1.0,\"rate\":1,\"note\":null}",
        "{\"account\":\"a\",\"amount\":5e1,\"note\":\"\"}",
        "{\"account\":\"a\",\"amount\":1,\"lines\":[{\"text\":\"t\"},{\"count\":1,\"text\":\"\"}]}",
        "{\"account\":\"a\",\"amount\":1,\"lines\":[],\"tags\":{\"x\":\"y\",\"z\":\"\"}}",
      })
  void validArgumentsHaveNoErrors(String arguments) {
    assertThat(PAYING.validationError(arguments)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"account":"a","amount":"ten"} | amount: expected integer, got string
          {"account":"a","amount":1.5} | amount: expected integer, got number
          {"account":"a","amount":1e999999999} | amount: expected integer, got a number that is too large
          {"account":"a","amount":null} | amount: expected integer, got null
          {"account":"a","amount":[1]} | amount: expected integer, got array
          {"account":{},"amount":1} | account: expected string, got object
          {"account":"a","amount":1,"urgent":"yes"} | urgent: expected boolean, got string
          {"account":"a","amount":1,"note":5} | note: expected string or null, got integer
          {"account":"a","amount":0} | amount: must have a minimum value of 1, got 0
          {"account":"a","amount":101} | amount: must have a maximum value of 100, got 101
          {"amount":1} | account: missing, and it is required
          {} | account: missing, and it is required; amount: missing, and it is required
          {"account":"a","amount":1,"unit":"GBP"} | unit: expected one of "EUR", "USD", got "GBP"
          {"account":"a","amount":1,"unit":5} | unit: expected string, got integer
          {"account":"a","amount":1,"Urgent":true} | Urgent: no such property; did you mean urgent?
          {"account":"a","amount":1,"amuont":2} | amuont: no such property; did you mean amount?
          {"account":"a","amount":1,"colour":2} | colour: no such property; known: account, amount, lines, note, rate, tags, unit, urgent
          {"account":"a","amount":1,"lines":[{"text":"t"},{"texts":"t"}]} | lines[1].text: missing, and it is required; lines[1].texts: no such property; did you mean text?
          {"account":"a","amount":1,"tags":{"x":"y","z":1}} | tags.z: expected string, got integer
          {"account":1,"amount":"x"} | account: expected string, got integer; amount: expected integer, got string
          {"account":"a","amount":1,"unit":"EURRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR"} | unit: expected one of "EUR", "USD", got "EURRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR…
          """)
  void eachInvalidFieldIsNamedWithTheExpectedValue(String arguments, String complaint) {
    assertThat(PAYING.validationError(arguments)).contains(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"id":true} | id: expected string or integer, got boolean
          {"one":"abc"} | one: must be valid to one and only one schema, but 2 are valid with indexes '0, 1', got "abc"
          {"code":"abcde"} | code: does not match the regex pattern ^[A-Z]+$, got "abcde"; code: must be at most 4 characters long, got "abcde"
          {"day":"yesterday"} | day: expected a date, got "yesterday"
          {"version":1} | version: expected 2, got 1
          {"few":[1]} | few: must have at least 2 items but found 1
          {"few":[1,1]} | few: must have only unique items in the array
          {"part":{"numbr":1}} | part.numbr: no such property; did you mean number?
          {} | arguments: must have at least 1 properties
          """)
  void fullSchemasHaveErrorMessagesToo(String arguments, String complaint) {
    assertThat(BEING_RICH.validationError(arguments)).contains(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          [] | the arguments must be a JSON object, got array
          "x" | the arguments must be a JSON object, got string
          null | the arguments must be a JSON object, got null
          7 | the arguments must be a JSON object, got integer
          ~~ | the arguments cannot be read: expected a JSON object, got nothing
          {"account":"a","amount":1} {} | the arguments cannot be read: something follows the JSON object
          {"account":"a","amount":1,"amount":2} | the arguments cannot be read: the property "amount" is given twice (line 1, column 27)
          {"account":"a","amount":1,"tags":{"x":"1","x":"2"}} | the arguments cannot be read: the property "x" is given twice (line 1, column 43)
          pay 5 | the arguments cannot be read: expected a value, got pay (line 1, column 1)
          {"account":"a", | the arguments cannot be read: expected a name in double quotes, got the end of the text (line 1, column 16)
          {'account':'a'} | the arguments cannot be read: expected a name in double quotes, got ' (line 1, column 2)
          """)
  void aValueThatIsNotAnObjectIsReported(String arguments, String complaint) {
    assertThat(PAYING.validationError(arguments)).contains(complaint);
  }

  @Test
  void argumentsThatAreTooDeepOrTooLongAreReported() {
    assertThat(PAYING.validationError("{\"tags\":".repeat(2_000)))
        .contains("the arguments cannot be read: nested deeper than 500 (line 1, column 4001)");
    assertThat(PAYING.validationError("{\"account\":\"a\",\"rate\":" + "1".repeat(2_000) + "}"))
        .contains(
            "the arguments cannot be read: a number has at most 1000 characters (line 1, column"
                + " 23)");
  }

  @Test
  void manyErrorsAreCutToAUsableNumber() {
    var arguments = new StringBuilder("{\"account\":\"a\",\"amount\":1");
    for (int i = 0; i < 30; i++) {
      arguments.append(",\"a-name-like-no-other-").append(i).append("\":1");
    }
    assertThat(PAYING.validationError(arguments.append('}').toString()).orElseThrow())
        .endsWith("; and 22 more")
        .hasSizeLessThan(1_200);
  }

  @Test
  void errorMessagesDoNotDependOnTheLocale() {
    var before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(
              ArgumentValidator.of(spec(PAY)).validationError("{\"account\":\"a\",\"amount\":0}"))
          .contains("amount: must have a minimum value of 1, got 0");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"object" | cannot be read: expected ',' or '}', got the end of the text (line 1, column 17)
          ~~ | cannot be read: expected a JSON object, got nothing
          [] | must be a JSON object with "type": "object"
          true | must be a JSON object with "type": "object"
          {"properties":{}} | must be a JSON object with "type": "object"
          {"type":"string"} | must be a JSON object with "type": "object"
          {"type":["object","null"]} | must be a JSON object with "type": "object"
          {"type":"object","properties":{"a":{"type":"strin"}}} | is not valid: properties.a.type: expected one of "array", "boolean", "integer", "null", "number", "object", "string", got "strin"; properties.a.type: expected array, got string
          {"type":"object","required":"a"} | is not valid: required: expected array, got string
          {"type":"object","properties":{"a":5}} | cannot be used: Schema at #/properties/a must be object or boolean but was NUMBER
          {"type":"object","$ref":"#/$defs/none"} | cannot be used: Reference /$defs/none cannot be resolved
          {"type":"object","$schema":"https://example.com/none"} | cannot be used: Failed to load dialect 'https://example.com/none'
          {"type":"object","type":"object"} {} | cannot be read: the property "type" is given twice (line 1, column 18)
          """)
  void aBrokenSchemaIsRefusedAtOnceWithTheNameOfItsTool(String schema, String why) {
    assertThatThrownBy(() -> ArgumentValidator.of(spec(schema)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tool pay: its schema " + why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"object","properties":{"a":{"items":{"anyOf":[]}}}} | uses more than the runtime checks by itself (properties.a.items.anyOf); add the artifact drover-schema to the class path or module path
          {"type":"object","properties":{"a":{"format":"email"}}} | uses more than the runtime checks by itself (properties.a.format); add the artifact drover-schema to the class path or module path
          {"type":"object","$schema":"https://example.com/none"} | uses more than the runtime checks by itself ($schema); add the artifact drover-schema to the class path or module path
          {"type":"object","properties":{"a":{"type":"strin"}}} | is not valid: properties.a.type: expected one of "array", "boolean", "integer", "null", "number", "object", "string", got "strin"
          {"type":"object","required":"a"} | is not valid: required: expected array, got string
          {"type":"object","required":["a","a"]} | is not valid: required: expected each name once, got [a, a]
          {"type":"object","properties":{"a":5}} | is not valid: properties.a: expected object or boolean, got integer
          {"type":"object","properties":{"a":{"minLength":-1}}} | is not valid: properties.a.minLength: expected a whole number that is not below zero, got -1
          {"type":"object","properties":{"a":{"maximum":"1"}}} | is not valid: properties.a.maximum: expected number, got string
          {"type":"object" | cannot be read: expected ',' or '}', got the end of the text (line 1, column 17)
          {"type":"string"} | must be a JSON object with "type": "object"
          """)
  void withoutAFullValidatorFullAndInvalidSchemasAreRefused(String schema, String why) {
    assertThatThrownBy(() -> withoutCompiler(() -> ArgumentValidator.of(spec(schema))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tool pay: its schema " + why);
  }

  @Test
  void withoutAFullValidatorAnAnswerIsRefusedToo() {
    assertThatThrownBy(() -> withoutCompiler(() -> AnswerSchema.of("rich", RICH)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "answer rich: its schema uses more than the runtime checks by itself"
                + " (properties.id.anyOf); add the artifact drover-schema to the class path or"
                + " module path");
  }

  @Test
  void withoutAFullValidatorPlainSchemasAreChecked() throws Exception {
    var paying = withoutCompiler(() -> ArgumentValidator.of(spec(PAY)));
    assertThat(withoutCompiler(() -> paying.validationError("{\"account\":\"a\",\"amount\":0}")))
        .contains("amount: must have a minimum value of 1, got 0");
  }

  /// Runs an action with a class loader that finds no services.
  private static <T> T withoutCompiler(Callable<T> action) throws Exception {
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      return action.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void anInvalidPatternIsRefused() {
    assertThatThrownBy(
            () ->
                ArgumentValidator.of(
                    spec("{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"(\"}}}")))
        .hasMessageStartingWith("tool pay: its schema cannot be used: ")
        .hasMessageContaining("Unclosed group");
  }

  @Test
  void nothingIsEverFetchedForASchema() throws Exception {
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
      assertThatThrownBy(
              () ->
                  ArgumentValidator.of(
                      spec(
                          "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"%s\"}}}"
                              .formatted(url))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("tool pay: its schema cannot be used: ");
      assertThat(requests).hasValue(0);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void twoToolsMayUseOneIdForDifferentThings() {
    var text = ArgumentValidator.of(spec(withId("string")));
    var number = ArgumentValidator.of(spec(withId("integer")));
    assertThat(text.validationError("{\"a\":\"x\"}")).isEmpty();
    assertThat(number.validationError("{\"a\":\"x\"}")).contains("a: expected integer, got string");
    assertThat(text.validationError("{\"a\":1}")).contains("a: expected string, got integer");
  }

  @Test
  void anOlderDialectIsUnderstood() {
    var schema =
        "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\","
            + "\"definitions\":{\"n\":{\"type\":\"integer\"}},"
            + "\"properties\":{\"a\":{\"$ref\":\"#/definitions/n\"}}}";
    assertThat(ArgumentValidator.of(spec(schema)).validationError("{\"a\":\"x\"}"))
        .contains("a: expected integer, got string");
  }

  @Test
  void manyThreadsMayAskAtOnceFromTheFirstCallOn() throws Exception {
    var arguments = ArgumentValidator.of(spec(PAY));
    var answers = new ArrayList<Future<Optional<String>>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Optional<String>> ask =
          () -> arguments.validationError("{\"account\":1,\"amount\":1}");
      for (int i = 0; i < 50; i++) {
        answers.add(threads.submit(ask));
      }
    }
    for (var answer : answers) {
      assertThat(answer.get()).contains("account: expected string, got integer");
    }
  }

  private static String withId(String type) {
    return "{\"$id\":\"https://example.com/tool\",\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"%s\"}}}"
        .formatted(type);
  }

  private static ToolSpec spec(String schema) {
    return new ToolSpec(
        "pay",
        "Pays.",
        schema,
        new CallTerms(EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.IN_ORDER));
  }
}
