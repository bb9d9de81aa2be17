package dev.drover.mcp.server.protocol;

import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;

/// Errors that the protocol defines.
public final class McpErrors {
  /// The header fields of a call do not match its content.
  public static final int HEADER_MISMATCH = -32020;

  /// The client has not declared a capability that the request needs.
  public static final int MISSING_CAPABILITY = -32021;

  public static final int UNSUPPORTED_VERSION = -32022;

  private McpErrors() {}

  public static RpcErrorException invalidParams(String why) {
    return new RpcErrorException(RpcError.INVALID_PARAMS, why);
  }

  public static RpcErrorException unknownMethod(String method) {
    return new RpcErrorException(RpcError.unknownMethod(method));
  }

  public static RpcErrorException headerMismatch(String why) {
    return new RpcErrorException(HEADER_MISMATCH, "Header mismatch: " + why);
  }

  public static RpcErrorException unsupportedVersion(String requested) {
    var data = RpcJson.object().put("requested", requested);
    var supported = data.putArray("supported");
    ProtocolEra.SUPPORTED.forEach(supported::add);
    return new RpcErrorException(
        new RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version", data));
  }

  /// @param capability such as `elicitation`
  public static RpcErrorException missingCapability(String capability) {
    var data = RpcJson.object();
    data.putObject("requiredCapabilities").putObject(capability);
    return new RpcErrorException(
        new RpcError(
            MISSING_CAPABILITY, "the client has not declared '%s'".formatted(capability), data));
  }

  public static RpcErrorException unknownResource(String uri) {
    return new RpcErrorException(
        new RpcError(
            RpcError.INVALID_PARAMS, "Resource not found", RpcJson.object().put("uri", uri)));
  }
}
