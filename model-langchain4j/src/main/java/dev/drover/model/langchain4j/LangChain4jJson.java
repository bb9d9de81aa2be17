package dev.drover.model.langchain4j;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON whose fields stay in their order and whose numbers stay unchanged.
final class LangChain4jJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private LangChain4jJson() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static String text(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /// @throws JacksonException if it is not JSON
  static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /// @return a missing node if it is not JSON
  static JsonNode tryParse(String text) {
    try {
      return parse(text);
    } catch (JacksonException _) {
      return MissingNode.getInstance();
    }
  }
}
