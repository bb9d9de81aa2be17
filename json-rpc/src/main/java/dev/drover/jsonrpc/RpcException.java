package dev.drover.jsonrpc;

/// A request has no result.
public sealed class RpcException extends Exception
    permits RpcErrorException, RpcTimeoutException, RpcClosedException, RpcCancelledException {
  private static final long serialVersionUID = 1L;

  RpcException(String why) {
    super(why);
  }
}
