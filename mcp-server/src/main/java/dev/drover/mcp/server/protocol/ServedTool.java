package dev.drover.mcp.server.protocol;

import dev.drover.jsonrpc.RpcErrorException;
import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/// A tool of the server.
public interface ServedTool {
  String name();

  /// As `tools/list` shows it; the same at each call.
  ObjectNode definition();

  /// @throws RpcErrorException the request is refused
  /// @throws IOException if the client is gone
  FeatureOutcome call(McpRequest request, ObjectNode arguments)
      throws RpcErrorException, IOException, InterruptedException;
}
