package dev.drover.model.http.transport;

import org.jspecify.annotations.Nullable;

/// There is no response, or it broke off.
public final class TransportException extends Exception {
  private static final long serialVersionUID = 1L;

  /// Where it failed.
  public enum How {
    /// Before any part of a response arrived.
    UNREACHABLE,
    /// In the middle of a response.
    CUT,
    /// Nothing arrived for too long.
    IDLE,
    /// More arrived than is ever read.
    TOO_LARGE
  }

  private final How kind;

  /// @param what for people; contains nothing of the request
  public TransportException(How how, String what, @Nullable Throwable cause) {
    super(what, cause);
    this.kind = how;
  }

  public How kind() {
    return kind;
  }
}
