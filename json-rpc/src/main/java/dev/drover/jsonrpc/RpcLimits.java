package dev.drover.jsonrpc;

/// Bounds of a peer.
///
/// @param requests of the other side that are handled at the same time; more are refused
/// @param unreadable whether the other side is told about messages that cannot be read
public record RpcLimits(int requests, UnreadableReply unreadable) {
  public static final RpcLimits CLIENT = new RpcLimits(64, UnreadableReply.NONE);
  public static final RpcLimits SERVER = new RpcLimits(256, UnreadableReply.ERROR);

  /// What the other side gets for a message that cannot be read.
  public enum UnreadableReply {
    /// Nothing: its output may contain other things than messages.
    NONE,
    /// The error that the specification demands.
    ERROR
  }

  public RpcLimits {
    if (requests < 1) {
      throw new IllegalArgumentException("at least one request is handled: " + requests);
    }
  }
}
