package dev.drover.jsonrpc;

/// The request was answered with an error: by the other side, or by a handler of this side.
public final class RpcErrorException extends RpcException {
  private static final long serialVersionUID = 1L;

  private final transient RpcError error;

  public RpcErrorException(RpcError error) {
    super("%s (%d)".formatted(error.message(), error.code()));
    this.error = error;
  }

  public RpcErrorException(int code, String message) {
    this(new RpcError(code, message));
  }

  public RpcError error() {
    return error;
  }
}
