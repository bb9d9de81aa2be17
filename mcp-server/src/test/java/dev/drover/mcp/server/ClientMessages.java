package dev.drover.mcp.server;

import dev.drover.jsonrpc.RpcJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What clients of the modern era send.
final class ClientMessages {
  static final String ELICITATION = "{\"elicitation\":{}}";
  static final String NO_CAPABILITIES = "{}";

  private ClientMessages() {}

  static ObjectNode modern(String capabilities) {
    var params = RpcJson.object();
    var meta = params.putObject("_meta");
    meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    meta.set("io.modelcontextprotocol/clientCapabilities", RpcJson.parse(capabilities));
    return params;
  }

  static ObjectNode call(ObjectNode params, String tool, String arguments) {
    params.put("name", tool);
    params.set("arguments", RpcJson.parse(arguments));
    return params;
  }

  /// Answers all questions of a result in the same way.
  static ObjectNode answered(ObjectNode params, JsonNode required, String answer) {
    var responses = params.putObject("inputResponses");
    required
        .path("inputRequests")
        .propertyNames()
        .forEach(key -> responses.set(key, RpcJson.parse(answer)));
    params.put("requestState", required.path("requestState").asString());
    return params;
  }

  static String decision(String decision) {
    return "{\"action\":\"accept\",\"content\":{\"decision\":\"%s\"}}".formatted(decision);
  }
}
