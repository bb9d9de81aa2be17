package dev.drover.model.langchain4j;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON whose fields stay in their order and whose numbers stay what they were.
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static String text(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /// @throws JacksonException if that is no JSON
  static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /// @return a missing node if that is no JSON
  static JsonNode tryParse(String text) {
    try {
      return parse(text);
    } catch (JacksonException _) {
      return MissingNode.getInstance();
    }
  }
}
