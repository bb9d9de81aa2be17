package dev.drover.jsonrpc;

/// The connection ended before the answer came.
public final class RpcClosedException extends RpcException {
  private static final long serialVersionUID = 1L;

  private final Sent sent;

  /// Whether the other side may have received the request.
  public enum Sent {
    NO,
    PERHAPS
  }

  public RpcClosedException(String why, Sent sent) {
    super(why);
    this.sent = sent;
  }

  public Sent sent() {
    return sent;
  }
}
