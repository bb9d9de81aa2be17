package dev.drover.jsonrpc;

import dev.drover.jsonrpc.ReadMessage.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON form of messages. Numbers keep their digits, fields keep their order, and fields that
/// the specification does not have are ignored.
public final class RpcJson {
  private static final int EXCERPT = 200;

  /// The end of an answer, where some implementations have its id.
  private static final Pattern ID_AT_END =
      Pattern.compile("\"id\"\\s*:\\s*(-?\\d{1,18}|\"[^\"\\\\]{0,200}\")\\s*}\\s*$");

  /// The beginning of an answer, where others have it.
  private static final Pattern ID_AT_START =
      Pattern.compile(
          "^\\s*\\{\\s*(?:\"jsonrpc\"\\s*:\\s*\"2\\.0\"\\s*,\\s*)?"
              + "\"id\"\\s*:\\s*(-?\\d{1,18}|\"[^\"\\\\]{0,200}\")\\s*,\\s*\"(result|error)\"");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private RpcJson() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  /// @throws JacksonException if it is not one JSON value
  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /// In UTF-8, without a line break.
  public static byte[] bytes(RpcMessage message) {
    return MAPPER.writeValueAsBytes(json(message));
  }

  public static String text(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  public static ObjectNode json(RpcMessage message) {
    var json = object().put("jsonrpc", "2.0");
    switch (message) {
      case RpcMessage.Request(var id, var method, var params) -> {
        json.set("id", id.json());
        json.put("method", method);
        setParams(json, params);
      }
      case RpcMessage.Notification(var method, var params) -> {
        json.put("method", method);
        setParams(json, params);
      }
      case RpcMessage.Result(var id, var result) -> {
        json.set("id", id.json());
        json.set("result", result);
      }
      case RpcMessage.Failure(var id, var error) -> {
        json.set("id", id.json());
        json.set("error", json(error));
      }
    }
    return json;
  }

  private static void setParams(ObjectNode json, @Nullable JsonNode params) {
    if (params != null) {
      json.set("params", params);
    }
  }

  private static ObjectNode json(RpcError error) {
    var json = object().put("code", error.code()).put("message", error.message());
    if (error.data() != null) {
      json.set("data", error.data());
    }
    return json;
  }

  /// Reads one message in UTF-8.
  public static ReadMessage read(byte[] bytes, int from, int to) {
    if (looksLikeOtherEncoding(bytes, from, to)) {
      return unreadable(RpcError.PARSE_ERROR, "the message is not in UTF-8", bytes, from, to);
    }
    JsonNode json;
    try {
      json = MAPPER.readTree(bytes, from, to - from);
    } catch (JacksonException _) {
      return unreadable(RpcError.PARSE_ERROR, "the message is not JSON", bytes, from, to);
    }
    if (json instanceof ObjectNode object) {
      return read(object);
    }
    var why =
        json.isArray() ? "batches are not supported; send one message a line" : "not an object";
    return unreadable(RpcError.INVALID_REQUEST, why, bytes, from, to);
  }

  /// Reads one message that is parsed already.
  public static ReadMessage read(ObjectNode json) {
    if (!json.path("jsonrpc").asString("").equals("2.0")) {
      return invalid(json, "jsonrpc must be \"2.0\"");
    }
    return json.has("method") ? readCall(json) : readAnswer(json);
  }

  private static ReadMessage readCall(ObjectNode json) {
    var method = json.path("method");
    if (!method.isString()) {
      return invalid(json, "method must be a text");
    }
    var params = json.get("params");
    if (params != null && params.isNull()) {
      params = null;
    }
    if (params != null && !params.isContainer()) {
      return invalid(json, "params must be an object or a list");
    }
    if (!json.has("id")) {
      return new ReadMessage.Message(new RpcMessage.Notification(method.asString(), params));
    }
    var id = RpcId.of(json.path("id"));
    if (id.isEmpty()) {
      return invalid(json, "id must be a text, an integer or null");
    }
    return new ReadMessage.Message(new RpcMessage.Request(id.get(), method.asString(), params));
  }

  private static ReadMessage readAnswer(ObjectNode json) {
    var id = RpcId.of(json.has("id") ? json.path("id") : NullNode.getInstance());
    if (id.isEmpty()) {
      return invalid(json, "id must be a text, an integer or null");
    }
    var error = json.get("error");
    if (error != null && !error.isNull()) {
      return error.path("code").isIntegralNumber()
          ? new ReadMessage.Message(new RpcMessage.Failure(id.get(), error(error)))
          : invalid(json, "error must have an integer code");
    }
    var result = json.get("result");
    return result == null
        ? invalid(json, "a message has a method, a result or an error")
        : new ReadMessage.Message(new RpcMessage.Result(id.get(), result));
  }

  private static RpcError error(JsonNode json) {
    var data = json.get("data");
    return new RpcError(
        json.path("code").asInt(RpcError.INTERNAL_ERROR),
        json.path("message").asString(""),
        data instanceof NullNode ? null : data);
  }

  private static ReadMessage invalid(ObjectNode json, String why) {
    var kind = json.has("result") || json.has("error") ? Kind.ANSWER : Kind.OTHER;
    var id = RpcId.of(json.path("id")).orElse(new RpcId.NullId());
    return new ReadMessage.Unreadable(
        id, kind, new RpcError(RpcError.INVALID_REQUEST, why), excerpt(json.toString()));
  }

  private static ReadMessage unreadable(int code, String why, byte[] bytes, int from, int to) {
    return new ReadMessage.Unreadable(
        new RpcId.NullId(), Kind.OTHER, new RpcError(code, why), excerpt(bytes, from, to));
  }

  /// A message that was not read because of its size. Its id is searched at both ends, so that the
  /// call it answers need not wait for its time limit.
  static ReadMessage.Unreadable oversized(byte[] head, byte[] tail, int limit) {
    var start = ID_AT_START.matcher(new String(head, StandardCharsets.UTF_8));
    var end = ID_AT_END.matcher(new String(tail, StandardCharsets.UTF_8));
    var found = start.find() ? start.group(1) : end.find() ? end.group(1) : null;
    var why = "the message is longer than %d bytes".formatted(limit);
    return new ReadMessage.Unreadable(
        found == null ? new RpcId.NullId() : RpcId.of(parse(found)).orElse(new RpcId.NullId()),
        found == null ? Kind.OTHER : Kind.ANSWER,
        new RpcError(RpcError.INVALID_REQUEST, why),
        excerpt(head, 0, head.length));
  }

  /// The parser would accept UTF-16 and UTF-32, which begin with a mark or have zero bytes.
  private static boolean looksLikeOtherEncoding(byte[] bytes, int from, int to) {
    for (int at = from; at < Math.min(from + 4, to); at++) {
      if (bytes[at] == 0 || bytes[at] == (byte) 0xFE || bytes[at] == (byte) 0xFF) {
        return true;
      }
    }
    return false;
  }

  private static String excerpt(byte[] bytes, int from, int to) {
    var beginning = Arrays.copyOfRange(bytes, from, Math.min(to, from + 4 * EXCERPT));
    return excerpt(new String(beginning, StandardCharsets.UTF_8));
  }

  /// Control characters could change what a terminal shows.
  private static String excerpt(String text) {
    var beginning = text.length() <= EXCERPT ? text : text.substring(0, EXCERPT) + "…";
    return beginning.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}]", "\uFFFD");
  }
}
