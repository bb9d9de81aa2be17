package dev.drover.mcp.server.agent;

import dev.drover.jsonrpc.RpcJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Names a call by its content: equal calls have equal digests, whatever the order of their fields.
final class CallDigest {
  private CallDigest() {}

  static String of(String method, String name, JsonNode arguments) {
    return ofParts(method, name, RpcJson.text(sorted(arguments)));
  }

  /// The parts cannot run into each other.
  static String ofParts(String... parts) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var part : parts) {
        var bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(Integer.toString(bytes.length).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) ':');
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static JsonNode sorted(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        var fields = new TreeMap<String, JsonNode>();
        object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
        var result = RpcJson.object();
        fields.forEach(result::set);
        yield result;
      }
      case ArrayNode list -> {
        var result = RpcJson.array();
        list.forEach(item -> result.add(sorted(item)));
        yield result;
      }
      default -> node;
    };
  }
}
