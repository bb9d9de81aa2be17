package dev.drover.jsonrpc;

import dev.drover.kernel.check.NullChecks;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The error that answers a request.
///
/// @param data more about it, in the words of the protocol
public record RpcError(int code, String message, @Nullable JsonNode data) {
  /// The message is not JSON.
  public static final int PARSE_ERROR = -32700;

  /// The JSON is no message.
  public static final int INVALID_REQUEST = -32600;

  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;

  /// More requests are in progress than this side accepts.
  public static final int TOO_BUSY = -32000;

  public RpcError {
    NullChecks.nonNull(message, "RpcError.message");
  }

  public RpcError(int code, String message) {
    this(code, message, null);
  }

  public static RpcError unknownMethod(String method) {
    return new RpcError(METHOD_NOT_FOUND, "unknown method: " + method);
  }
}
