package dev.drover.model.http.anthropic;

import dev.drover.model.http.protocol.ProtocolJson;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A schema in the form that Anthropic enforces: objects allow no other properties, and bounds on
/// numbers and lengths are removed, because they are rejected. The caller still validates the
/// answer against the original schema.
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

  /// @return null if an object allows further properties, which cannot be expressed here
  static @Nullable JsonNode of(JsonNode schema) {
    if (schema instanceof ArrayNode list) {
      var closed = ProtocolJson.array();
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
    var closed = ProtocolJson.object();
    for (var field : object.properties()) {
      // A key here is the name of a property, even if it is `maximum`.
      var named = field.getKey().equals("properties") || field.getKey().equals("$defs");
      var inner = named ? each(field.getValue()) : of(field.getValue());
      if (inner == null) {
        return null;
      }
      if (!REFUSED.contains(field.getKey())) {
        closed.set(field.getKey(), inner);
      }
    }
    if (ProtocolJson.string(object, "type").equals("object")) {
      var more = object.path("additionalProperties");
      if (!more.isMissingNode() && !more.equals(ProtocolJson.parse("false"))) {
        return null;
      }
      closed.put("additionalProperties", false);
    }
    return closed;
  }

  private static @Nullable JsonNode each(JsonNode properties) {
    var closed = ProtocolJson.object();
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
