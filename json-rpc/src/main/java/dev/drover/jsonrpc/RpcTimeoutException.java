package dev.drover.jsonrpc;

/// There was no answer in time. The other side may have done the work.
public final class RpcTimeoutException extends RpcException {
  private static final long serialVersionUID = 1L;

  public RpcTimeoutException(String why) {
    super(why);
  }
}
