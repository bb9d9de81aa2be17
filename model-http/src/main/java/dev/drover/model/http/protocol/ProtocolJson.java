package dev.drover.model.http.protocol;

import dev.drover.spi.Bytes;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON for the protocols: fields stay in insertion order, numbers stay unchanged.
public final class ProtocolJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private ProtocolJson() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  public static Bytes bytes(JsonNode node) {
    return Bytes.of(MAPPER.writeValueAsBytes(node));
  }

  public static String text(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /// @throws JacksonException if it is not JSON
  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /// @return a missing node if it is not JSON
  public static JsonNode tryParse(Bytes bytes) {
    try {
      var node = MAPPER.readTree(bytes.array());
      return node == null ? MissingNode.getInstance() : node;
    } catch (JacksonException _) {
      return MissingNode.getInstance();
    }
  }

  /// The data of an event, which is an object.
  public static JsonNode data(Bytes bytes) throws ProviderErrorException {
    var node = tryParse(bytes);
    if (!node.isObject()) {
      throw ProviderErrorException.malformed("an event of the stream is not JSON");
    }
    return node;
  }

  /// The arguments of a call as an object, for providers that accept nothing else. Malformed
  /// arguments are kept as text, so that the model can see its error.
  public static ObjectNode arguments(String text) {
    var node = tryParse(Bytes.of(text));
    return node instanceof ObjectNode object ? object : object().put("unreadable_arguments", text);
  }

  /// The same as text: servers of local models parse it. Arguments that are an object stay as the
  /// model wrote them, byte for byte.
  public static String argumentText(String text) {
    return tryParse(Bytes.of(text)) instanceof ObjectNode ? text : arguments(text).toString();
  }

  /// @return empty if it is missing, null or not a text
  public static String string(JsonNode node, String field) {
    return node.path(field).asString("");
  }

  /// @return 0 if it is missing, null or not a count
  public static long count(JsonNode node, String field) {
    var value = node.path(field);
    return value.canConvertToLong() ? Math.max(0, value.asLong(0)) : 0;
  }

  /// Adds fields to a request. Objects on both sides are merged, and added fields take precedence.
  public static void put(ObjectNode into, Map<String, String> options) {
    options.forEach(
        (name, json) -> {
          var value = parse(json);
          if (value instanceof ObjectNode more && into.get(name) instanceof ObjectNode there) {
            there.setAll(more);
          } else {
            into.set(name, value);
          }
        });
  }
}
