package dev.drover.model.langchain4j;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Reasoning and the provider's signatures, in the form in which they are stored for the model that
/// made them.
///
/// @param attributes of the message, those that are texts
record SignedReasoning(String thinking, Map<String, String> attributes) {
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
    var node = LangChain4jJson.object();
    if (!thinking.isEmpty()) {
      node.put(THINKING, thinking);
    }
    if (!texts.isEmpty()) {
      var kept = node.putObject(ATTRIBUTES);
      texts.forEach(kept::put);
    }
    return LangChain4jJson.text(node);
  }

  static SignedReasoning parse(String json) {
    JsonNode node = LangChain4jJson.tryParse(json);
    var attributes = new LinkedHashMap<String, String>();
    node.path(ATTRIBUTES)
        .properties()
        .forEach(each -> attributes.put(each.getKey(), each.getValue().asString("")));
    return new SignedReasoning(node.path(THINKING).asString(""), attributes);
  }
}
