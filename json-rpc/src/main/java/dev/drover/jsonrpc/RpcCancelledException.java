package dev.drover.jsonrpc;

/// This side has cancelled the request.
public final class RpcCancelledException extends RpcException {
  private static final long serialVersionUID = 1L;

  public RpcCancelledException(String why) {
    super(why);
  }
}
