package dev.drover.mcp.server.http;

import dev.drover.jsonrpc.RpcError;
import dev.drover.mcp.server.protocol.McpErrors;

/// The HTTP status of errors in the modern era. Errors of the protocol have one; those of a tool or
/// a resource are ordinary answers.
final class ErrorStatus {
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;

  private ErrorStatus() {}

  static int of(RpcError error) {
    return switch (error.code()) {
      case RpcError.METHOD_NOT_FOUND -> NOT_FOUND;
      case McpErrors.HEADER_MISMATCH,
          McpErrors.MISSING_CAPABILITY,
          McpErrors.UNSUPPORTED_VERSION,
          RpcError.PARSE_ERROR,
          RpcError.INVALID_REQUEST ->
          BAD_REQUEST;
      default -> OK;
    };
  }
}
