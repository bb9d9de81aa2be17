package dev.drover.mcp.transport;

import dev.drover.jsonrpc.RpcErrorException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Receives what a server sends unasked. Safe for use by many threads.
public interface WireListener {
  /// Returns at once. Progress of requests does not come here.
  void notification(String method, JsonNode params);

  /// Answers a request of the server, on a virtual thread of its own.
  ///
  /// @param during the open request of this side on whose stream it came; null if unknown
  JsonNode request(String method, JsonNode params, @Nullable ServerRequest during)
      throws RpcErrorException, InterruptedException;

  /// Something was ignored: garbage, or an answer to no request. For the status.
  void problem(String what);

  /// The connection has ended by itself.
  void lost(String why);
}
