package dev.drover.model.http.anthropic;

import dev.drover.model.http.protocol.Json;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A schema in the form that Anthropic holds a model to: objects have no other properties than they
/// name, and bounds on numbers and lengths are left out, because it refuses them. Whoever asked
/// still checks the answer against the schema as it was.
final class ClosedSchema {
  private static final Set<String> REFUSED =
      Set.of(
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "minLength",
          "maxLength",
          "maxItems",
          "uniqueItems",
          "minProperties",
          "maxProperties");

  private ClosedSchema() {}

  /// @return null if an object may have properties that are not named, which cannot be said here
  static @Nullable JsonNode of(JsonNode schema) {
    if (schema instanceof ArrayNode list) {
      var closed = Json.array();
      for (var each : list) {
        var inner = of(each);
        if (inner == null) {
          return null;
        }
        closed.add(inner);
      }
      return closed;
    }
    return schema instanceof ObjectNode object ? closed(object) : schema;
  }

  private static @Nullable JsonNode closed(ObjectNode object) {
    var closed = Json.object();
    for (var field : object.properties()) {
      // What is named here is a property, be it called `maximum`.
      var named = field.getKey().equals("properties") || field.getKey().equals("$defs");
      var inner = named ? each(field.getValue()) : of(field.getValue());
      if (inner == null) {
        return null;
      }
      if (!REFUSED.contains(field.getKey())) {
        closed.set(field.getKey(), inner);
      }
    }
    if (Json.string(object, "type").equals("object")) {
      var more = object.path("additionalProperties");
      if (!more.isMissingNode() && !more.equals(Json.parse("false"))) {
        return null;
      }
      closed.put("additionalProperties", false);
    }
    return closed;
  }

  private static @Nullable JsonNode each(JsonNode properties) {
    var closed = Json.object();
    for (var property : properties.properties()) {
      var inner = of(property.getValue());
      if (inner == null) {
        return null;
      }
      closed.set(property.getKey(), inner);
    }
    return closed;
  }
}
