package dev.drover.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.internal.tool.JavaTools;
import dev.drover.internal.tool.ParameterTypes;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.schema.plain.NotPlainSchema;
import dev.drover.schema.plain.PlainSchema;
import dev.drover.schema.plain.PlainSchemaReader;
import dev.drover.spi.schema.SchemaCompiler;
import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// The validator of plain schemas, with cases by hand and compared with the full validator.
@Tag("D1")
class PlainSchemaTest {
  private static final int SCHEMAS = 300;
  private static final int VALUES = 30;
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final SchemaCompiler COMPILER =
      ServiceLoader.load(SchemaCompiler.class).findFirst().orElseThrow();
  private static final List<String> NAMES = List.of("a", "b", "c", "d");

  /// Values that fit some schemas, or none.
  private static final List<String> SCALARS =
      List.of("\"a\"", "\"b\"", "\"zz\"", "1", "7", "-3", "1.0", "2.5", "true", "null");

  @Test
  void plainAndFullValidatorReportTheSameErrors() throws NotPlainSchema {
    int fitting = 0;
    for (long seed = 0; seed < SCHEMAS; seed++) {
      var random = new SplittableRandom(seed);
      var model = object(random, 2);
      var schema = MAPPER.writeValueAsString(model);
      var plain = PlainSchemaReader.read(schema);
      var full = COMPILER.compile(schema);
      for (int i = 0; i < VALUES; i++) {
        var value = value(random, model);
        var faults = faults(plain, value);
        assertThat(faults)
            .as("seed %d: %s in %s", seed, value, schema)
            .isEqualTo(full.violations(value));
        fitting += faults.isEmpty() ? 1 : 0;
      }
    }
    assertThat(fitting).isBetween(SCHEMAS * VALUES / 4, SCHEMAS * VALUES * 3 / 4);
  }

  @Test
  void allGeneratedSchemasArePlain() throws NotPlainSchema {
    for (var tool : JavaTools.of(new ParameterTypes())) {
      PlainSchemaReader.read(tool.spec().schema());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"enum":[1,"a",null,true]} | 1.00 |
          {"enum":[1,"a",null,true]} | "\\u0061" |
          {"enum":[1,"a",null,true]} | null |
          {"enum":[1,"a",null,true]} | true |
          {"enum":[1,"a",null,true]} | false | x: expected one of 1, "a", null, true, got false
          {"enum":[1,"a",null,true]} | "1" | x: expected one of 1, "a", null, true, got "1"
          {"enum":[1,"a",null,true]} | [1, 2] | x: expected one of 1, "a", null, true, got [1, 2]
          {"type":"string","enum":["a"]} | 5 | x: expected string, got integer
          {"const":2} | 2.0 |
          {"const":2} | 20e-1 |
          {"const":2} | 3 | x: expected 2, got 3
          {"const":null} | null |
          {"const":"a","type":"string"} | 1 | x: expected string, got integer; x: expected "a", got 1
          {"minimum":1.5,"maximum":3} | 1.5 |
          {"minimum":1.5,"maximum":3} | 3.0 |
          {"minimum":1.5,"maximum":3} | 1 | x: must have a minimum value of 1.5, got 1
          {"minimum":1.5,"maximum":3} | 3.1 | x: must have a maximum value of 3, got 3.1
          {"minimum":1.5,"maximum":3} | "y" |
          {"maximum":3} | 1e999 | x: must have a maximum value of 3, got 1e999
          {"minimum":3} | 1e999 |
          {"minimum":3} | -1e999 | x: must have a minimum value of 3, got -1e999
          {"maximum":3} | 99999999999999999999 | x: must have a maximum value of 3, got 99999999999999999999
          {"exclusiveMinimum":1,"exclusiveMaximum":3} | 2 |
          {"exclusiveMinimum":1,"exclusiveMaximum":3} | 1.0 | x: must have an exclusive minimum value of 1, got 1.0
          {"exclusiveMinimum":1,"exclusiveMaximum":3} | 3 | x: must have an exclusive maximum value of 3, got 3
          {"minLength":2,"maxLength":3} | "😀😀😀" |
          {"minLength":2,"maxLength":3} | "😀" | x: must be at least 2 characters long, got "😀"
          {"minLength":2,"maxLength":3} | "abcd" | x: must be at most 3 characters long, got "abcd"
          {"minLength":2,"maxLength":3} | 5 |
          {"minItems":1,"maxItems":2} | [1,2] |
          {"minItems":1,"maxItems":2} | [] | x: must have at least 1 items but found 0
          {"minItems":1,"maxItems":2} | [1,2,3] | x: must have at most 2 items but found 3
          {"type":"integer"} | 1e2 |
          {"type":"integer"} | 12345678901234567890123 |
          {"type":"integer"} | 1.5 | x: expected integer, got number
          {"type":"integer"} | 1e400 | x: expected integer, got a number that is too large
          {"type":"number"} | 1e400 | x: expected number, got a number that is too large
          {"type":["number","string"]} | 1.5e400 | x: expected number or string, got a number that is too large
          {"type":"number"} | 1.5e308 |
          {"description":"of no type"} | 1e400 |
          {"type":["null","string"]} | 1 | x: expected null or string, got integer
          {"type":"string"} | {"a":[1]} | x: expected string, got object
          {"required":["a"]} | {"a":1} |
          {"required":["a"]} | {"b":1} | x.a: missing, and it is required
          {"required":["a"],"additionalProperties":false} | {"a":1} | x.a: no such property; there are none
          {"additionalProperties":{"additionalProperties":false}} | {"a":{"b":1}} | x.a.b: no such property; there are none
          {"items":{"items":{"type":"string"}}} | [["a"],["b",1]] | x[1][1]: expected string, got integer
          {"items":false} | [] |
          {"items":false} | [1] | x[0]: nothing fits here
          {"properties":{"a":false,"b":true}} | {"b":1} |
          {"properties":{"a":false,"b":true}} | {"a":1} | x.a: nothing fits here
          true | {"any":[{"thing":1}]} |
          {"title":"t","description":"d","$comment":"c","default":[{}],"examples":[1,{}]} | 1 |
          """)
  void eachPlainKeywordIsChecked(String schema, String value, @Nullable String words) {
    var root =
        "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\","
            + "\"properties\":{\"x\":%s}}".formatted(schema);
    var check = ObjectSchema.of("tool t", "arguments", root);
    assertThat(check.validationError("{\"x\":%s}".formatted(value)))
        .isEqualTo(Optional.ofNullable(words));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":1}",
        "{\"m\":{\"x\":1,\"x\":1}}",
        "{\"o\":{\"deep\":[{\"x\":1,\"x\":1}]}}",
        "{\"o\":{\"x\":1,\"\\u0078\":1}}",
      })
  void aDuplicatePropertyIsNeverAccepted(String twice) {
    var schema =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},"
            + "\"m\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}},"
            + "\"o\":{\"type\":\"object\"}}}";
    var check = ObjectSchema.of("tool t", "arguments", schema);
    assertThat(check.validationError(twice).orElseThrow())
        .startsWith("the arguments cannot be read: the property ")
        .contains(" is given twice (line 1, column ");
  }

  @Test
  void aSchemaMayHaveManyProperties() {
    var properties = new LinkedHashMap<String, Object>();
    for (int i = 0; i < 100; i++) {
      properties.put("p" + i, Map.of("type", "integer"));
    }
    var required = new ArrayList<>(properties.keySet());
    var model = new LinkedHashMap<String, Object>();
    model.put("type", "object");
    model.put("properties", properties);
    model.put("required", required);
    var check = ObjectSchema.of("tool t", "arguments", MAPPER.writeValueAsString(model));
    var arguments = new LinkedHashMap<String, Integer>();
    required.reversed().forEach(name -> arguments.put(name, 1));
    assertThat(check.validationError(MAPPER.writeValueAsString(arguments))).isEmpty();
    arguments.remove("p99");
    assertThat(check.validationError(MAPPER.writeValueAsString(arguments)))
        .contains("p99: missing, and it is required");
  }

  private static List<SchemaViolation> faults(PlainSchema plain, String value) {
    var in = new JsonTokenReader(value);
    in.next();
    return plain.faults(in);
  }

  private static Map<String, Object> schema(SplittableRandom random, int depth) {
    var schema = new LinkedHashMap<String, Object>();
    switch (random.nextInt(depth == 0 ? 9 : 11)) {
      case 0 -> schema.put("type", "string");
      case 1 -> {
        schema.put("type", "string");
        schema.put("enum", List.of("a", "b"));
      }
      case 2 -> {
        schema.put("type", "integer");
        schema.put("minimum", random.nextInt(-5, 3));
        schema.put("maximum", 7);
      }
      case 3 -> schema.put("type", "number");
      case 4 -> schema.put("type", List.of("boolean", "null"));
      case 5 -> schema.put("description", "anything");
      case 6 -> schema.put("enum", List.of(1, "a", true));
      case 7 -> {
        schema.put("type", List.of("string", "number"));
        schema.put("exclusiveMaximum", 5);
        schema.put("minLength", 2);
        schema.put("format", "date");
      }
      case 8 -> schema.put("const", random.nextBoolean() ? "a" : 5);
      case 9 -> {
        schema.put("type", "array");
        schema.put("items", schema(random, depth - 1));
        schema.put("minItems", 1);
        schema.put("maxItems", 2);
      }
      default -> schema.putAll(object(random, depth));
    }
    return schema;
  }

  private static Map<String, Object> object(SplittableRandom random, int depth) {
    var properties = new LinkedHashMap<String, Object>();
    var required = new ArrayList<String>();
    for (var name : NAMES.subList(0, random.nextInt(NAMES.size()))) {
      properties.put(name, schema(random, depth - 1));
      if (random.nextBoolean()) {
        required.add(name);
      }
    }
    var object = new LinkedHashMap<String, Object>();
    object.put("type", "object");
    object.put("properties", properties);
    object.put("required", required);
    switch (random.nextInt(3)) {
      case 0 -> object.put("additionalProperties", false);
      case 1 -> object.put("additionalProperties", schema(random, 0));
      default -> {}
    }
    return object;
  }

  /// In most cases a value that fits; sometimes any value.
  private static String value(SplittableRandom random, Map<?, ?> schema) {
    var type = schema.get("type");
    if ("object".equals(type) && random.nextInt(20) > 0) {
      return members(random, schema);
    }
    if ("array".equals(type) && random.nextInt(20) > 0) {
      var items = new ArrayList<String>();
      for (int i = random.nextInt(3); i > 0; i--) {
        items.add(value(random, part(schema, "items", Map.class)));
      }
      return items.toString();
    }
    if (random.nextInt(15) == 0) {
      return SCALARS.get(random.nextInt(SCALARS.size()));
    }
    return switch (String.valueOf(type)) {
      case "string" -> random.nextBoolean() ? "\"a\"" : "\"b\"";
      case "integer" -> random.nextInt(8) == 0 ? "2.0" : "5";
      case "number" -> "2.5";
      case "[boolean, null]" -> random.nextBoolean() ? "null" : "true";
      default -> SCALARS.get(random.nextInt(SCALARS.size()));
    };
  }

  private static String members(SplittableRandom random, Map<?, ?> schema) {
    var members = new ArrayList<String>();
    for (var each : ((Map<?, ?>) part(schema, "properties", Map.class)).entrySet()) {
      boolean needed = part(schema, "required", List.class).contains(each.getKey());
      if (needed ? random.nextInt(20) > 0 : random.nextBoolean()) {
        members.add(
            "\"%s\":%s".formatted(each.getKey(), value(random, (Map<?, ?>) each.getValue())));
      }
    }
    if (random.nextInt(12) == 0) {
      members.add("\"other\":" + SCALARS.get(random.nextInt(SCALARS.size())));
    }
    return "{" + String.join(",", members) + "}";
  }

  private static <T> T part(Map<?, ?> schema, String keyword, Class<T> type) {
    return type.cast(Objects.requireNonNull(schema.get(keyword)));
  }
}
