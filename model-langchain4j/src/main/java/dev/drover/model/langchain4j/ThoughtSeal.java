package dev.drover.model.langchain4j;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Thoughts and what a provider signed them with, in the form in which they wait to go back to the
/// model that had them.
///
/// @param attributes of the message, as far as they are texts
record ThoughtSeal(String thinking, Map<String, String> attributes) {
  private static final String THINKING = "thinking";
  private static final String ATTRIBUTES = "attributes";

  /// @return as JSON; empty if there is nothing to keep
  static String of(String thinking, Map<String, Object> attributes) {
    var texts = new TreeMap<String, String>();
    attributes.forEach(
        (name, value) -> {
          if (value instanceof String text) {
            texts.put(name, text);
          }
        });
    if (thinking.isEmpty() && texts.isEmpty()) {
      return "";
    }
    var node = Json.object();
    if (!thinking.isEmpty()) {
      node.put(THINKING, thinking);
    }
    if (!texts.isEmpty()) {
      var kept = node.putObject(ATTRIBUTES);
      texts.forEach(kept::put);
    }
    return Json.text(node);
  }

  static ThoughtSeal parse(String json) {
    JsonNode node = Json.tryParse(json);
    var attributes = new LinkedHashMap<String, String>();
    node.path(ATTRIBUTES)
        .properties()
        .forEach(each -> attributes.put(each.getKey(), each.getValue().asString("")));
    return new ThoughtSeal(node.path(THINKING).asString(""), attributes);
  }
}
