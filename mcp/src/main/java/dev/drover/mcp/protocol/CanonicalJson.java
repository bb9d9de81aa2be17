package dev.drover.mcp.protocol;

import dev.drover.jsonrpc.RpcJson;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON in which the order of fields makes no difference.
final class CanonicalJson {
  private CanonicalJson() {}

  static JsonNode of(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        var sorted = RpcJson.object();
        for (var name : new TreeSet<>(object.propertyNames())) {
          sorted.set(name, of(object.path(name)));
        }
        yield sorted;
      }
      case ArrayNode array -> {
        var all = RpcJson.array();
        array.forEach(each -> all.add(of(each)));
        yield all;
      }
      default -> node;
    };
  }
}
