package dev.drover.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.AgentTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// The quick reader against the one that knows everything.
@Tag("D1")
class PlainSchemaTest {
  private static final int SCHEMAS = 300;
  private static final int VALUES = 30;
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final List<String> NAMES = List.of("a", "b", "c", "d");

  /// Values that fit here and there, or nowhere.
  private static final List<String> SCALARS =
      List.of("\"a\"", "\"b\"", "\"zz\"", "1", "7", "-3", "1.0", "2.5", "1e2", "true", "null");

  @Test
  void whatTheQuickReaderIsSureOfFits() {
    int sure = 0;
    int fitting = 0;
    for (long seed = 0; seed < SCHEMAS; seed++) {
      var random = new SplittableRandom(seed);
      var model = object(random, 2);
      var schema = MAPPER.writeValueAsString(model);
      var plain = PlainSchema.of(schema).orElseThrow();
      var full = FullSchema.compile("tool t", "arguments", schema);
      for (int i = 0; i < VALUES; i++) {
        var value = value(random, model);
        boolean fits = full.complaint(value).isEmpty();
        if (plain.surelyFits(value)) {
          sure++;
          assertThat(fits).as("seed %d: %s in %s", seed, value, schema).isTrue();
        }
        fitting += fits ? 1 : 0;
      }
    }
    assertThat(fitting).isGreaterThan(SCHEMAS * VALUES / 4);
    assertThat(sure).isGreaterThan(fitting * 3 / 4);
  }

  @Test
  void mostOfWhatWeGenerateIsPlain() {
    var notPlain =
        JavaTools.of(new Zoo()).stream()
            .map(AgentTool::spec)
            .filter(spec -> PlainSchema.of(spec.schema()).isEmpty())
            .map(spec -> spec.name());
    assertThat(notPlain).containsExactly("date", "duration", "instant", "letter", "uri", "uuid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1.0}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":1}{}",
        "{\"a\":1",
        "{\"m\":{\"x\":1,\"x\":1}}",
        "{\"o\":{\"deep\":{\"x\":1}}}",
        "[]",
        "",
        "{\"a\":99999999999999999999}",
      })
  void whatIsOddIsLeftToTheOtherReader(String odd) {
    var schema =
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":1},"
            + "\"m\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}},"
            + "\"o\":{\"type\":\"object\"}}}";
    assertThat(PlainSchema.of(schema).orElseThrow().surelyFits(odd)).isFalse();
  }

  @Test
  void aSchemaWithMorePropertiesThanBitsIsNotPlain() {
    var properties = new LinkedHashMap<String, Object>();
    for (int i = 0; i < 64; i++) {
      properties.put("p" + i, Map.of("type", "integer"));
    }
    var required = new ArrayList<>(properties.keySet());
    var model = new LinkedHashMap<String, Object>();
    model.put("type", "object");
    model.put("properties", properties);
    model.put("required", required);
    var plain = PlainSchema.of(MAPPER.writeValueAsString(model)).orElseThrow();
    var arguments = new LinkedHashMap<String, Integer>();
    required.forEach(name -> arguments.put(name, 1));
    assertThat(plain.surelyFits(MAPPER.writeValueAsString(arguments))).isTrue();
    arguments.remove("p63");
    assertThat(plain.surelyFits(MAPPER.writeValueAsString(arguments))).isFalse();
    properties.put("p64", Map.of("type", "integer"));
    assertThat(PlainSchema.of(MAPPER.writeValueAsString(model))).isEmpty();
  }

  private static Map<String, Object> schema(SplittableRandom random, int depth) {
    var schema = new LinkedHashMap<String, Object>();
    switch (random.nextInt(depth == 0 ? 6 : 8)) {
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
      case 6 -> {
        schema.put("type", "array");
        schema.put("items", schema(random, depth - 1));
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

  /// Mostly what fits; now and then anything.
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
