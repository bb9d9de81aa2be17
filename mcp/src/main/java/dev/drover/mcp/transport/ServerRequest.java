package dev.drover.mcp.transport;

import dev.drover.jsonrpc.RpcTimeout;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A request to a server.
///
/// @param headers of HTTP, in addition to those of every request
/// @param progress receives the parameters of progress notifications; null if there need not be any
public record ServerRequest(
    String method,
    ObjectNode params,
    Map<String, String> headers,
    RpcTimeout timeout,
    @Nullable Consumer<JsonNode> progress) {
  public ServerRequest {
    headers = Map.copyOf(headers);
  }
}
