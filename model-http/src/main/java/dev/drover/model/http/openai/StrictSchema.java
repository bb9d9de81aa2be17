package dev.drover.model.http.openai;

import java.util.HashSet;
import tools.jackson.databind.JsonNode;

/// Whether OpenAI can guarantee a schema: every object forbids other properties, and requires all
/// of its own. Other schemas are followed on a best-effort basis.
public final class StrictSchema {
  private StrictSchema() {}

  public static boolean fits(JsonNode schema) {
    if (schema.path("type").asString("").equals("object") && !isClosed(schema)) {
      return false;
    }
    for (var each : schema) {
      if (each.isContainer() && !fits(each)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isClosed(JsonNode object) {
    var open = object.path("additionalProperties");
    if (!open.isBoolean() || open.booleanValue()) {
      return false;
    }
    var required = new HashSet<String>();
    object.path("required").forEach(name -> required.add(name.asString("")));
    return required.containsAll(object.path("properties").propertyNames());
  }
}
