package dev.drover.model.langchain4j;

import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonReferenceSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Maps a JSON schema to the types of LangChain4j. They express less than JSON Schema; parts that
/// they cannot express are passed as raw JSON.
final class SchemaMapper {
  private static final String DEFINITIONS = "$defs";
  private static final String REFERENCE = "#/$defs/";

  private SchemaMapper() {}

  /// The schema of a tool, which is that of an object. Keywords of the object as a whole that
  /// LangChain4j does not know are left out: arguments are validated against the whole schema
  /// later.
  static JsonObjectSchema object(JsonNode schema) {
    var built =
        JsonObjectSchema.builder()
            .description(description(schema))
            .addProperties(elements(schema.path("properties")))
            .required(strings(schema.path("required")));
    if (schema.path("additionalProperties").isBoolean()) {
      built.additionalProperties(schema.path("additionalProperties").booleanValue());
    }
    if (schema.has(DEFINITIONS)) {
      built.definitions(elements(schema.path(DEFINITIONS)));
    }
    return built.build();
  }

  static JsonSchemaElement element(JsonNode schema) {
    var typed = typed(schema);
    return typed == null ? JsonRawSchema.from(LangChain4jJson.text(schema)) : typed;
  }

  private static @Nullable JsonSchemaElement typed(JsonNode schema) {
    var description = description(schema);
    if (hasOnly(schema, "$ref") && schema.path("$ref").asString("").startsWith(REFERENCE)) {
      var name = schema.path("$ref").stringValue().substring(REFERENCE.length());
      return JsonReferenceSchema.builder().reference(name).build();
    }
    if (hasOnly(schema, "anyOf", "description") && schema.path("anyOf").isArray()) {
      return JsonAnyOfSchema.builder()
          .description(description)
          .anyOf(list(schema.path("anyOf")))
          .build();
    }
    var values = strings(schema.path("enum"));
    if (!values.isEmpty()) {
      return hasOnly(schema, "type", "enum", "description")
              && values.size() == schema.path("enum").size()
          ? JsonEnumSchema.builder().description(description).enumValues(values).build()
          : null;
    }
    return byType(schema, description);
  }

  private static @Nullable JsonSchemaElement byType(JsonNode schema, @Nullable String description) {
    boolean isPlain = hasOnly(schema, "type", "description");
    return switch (schema.path("type").asString("")) {
      case "string" -> isPlain ? JsonStringSchema.builder().description(description).build() : null;
      case "integer" ->
          isPlain ? JsonIntegerSchema.builder().description(description).build() : null;
      case "number" -> isPlain ? JsonNumberSchema.builder().description(description).build() : null;
      case "boolean" ->
          isPlain ? JsonBooleanSchema.builder().description(description).build() : null;
      case "array" ->
          hasOnly(schema, "type", "description", "items") && schema.path("items").isObject()
              ? JsonArraySchema.builder()
                  .description(description)
                  .items(element(schema.path("items")))
                  .build()
              : null;
      case "object" -> isSayable(schema) ? object(schema) : null;
      default -> null;
    };
  }

  private static boolean isSayable(JsonNode schema) {
    return hasOnly(
            schema,
            "type",
            "description",
            "properties",
            "required",
            "additionalProperties",
            DEFINITIONS)
        && (!schema.has("additionalProperties") || schema.path("additionalProperties").isBoolean());
  }

  private static boolean hasOnly(JsonNode schema, String... keys) {
    return Set.of(keys).containsAll(schema.propertyNames());
  }

  private static Map<String, JsonSchemaElement> elements(JsonNode schemas) {
    var elements = new LinkedHashMap<String, JsonSchemaElement>();
    schemas.properties().forEach(each -> elements.put(each.getKey(), element(each.getValue())));
    return elements;
  }

  private static List<JsonSchemaElement> list(JsonNode schemas) {
    var elements = new ArrayList<JsonSchemaElement>();
    schemas.forEach(each -> elements.add(element(each)));
    return elements;
  }

  /// @return only those that are texts
  private static List<String> strings(JsonNode array) {
    var strings = new ArrayList<String>();
    for (var each : array) {
      if (each.isString()) {
        strings.add(each.stringValue());
      }
    }
    return strings;
  }

  private static @Nullable String description(JsonNode schema) {
    var text = schema.path("description").asString("");
    return text.isEmpty() ? null : text;
  }
}
