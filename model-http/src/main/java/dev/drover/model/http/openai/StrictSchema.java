package dev.drover.model.http.openai;

import java.util.HashSet;
import tools.jackson.databind.JsonNode;

/// Whether a schema is of the kind that OpenAI can promise to keep: every object says that it has
/// no other properties, and requires all that it has. Another is followed as well as the model can.
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
