package dev.drover.model.http.wire;

import org.jspecify.annotations.Nullable;

/// There is no answer, or it broke off.
public final class WireBroken extends Exception {
  private static final long serialVersionUID = 1L;

  /// Where it broke.
  public enum How {
    /// Before anything of an answer was there.
    UNREACHABLE,
    /// In the middle of an answer.
    CUT,
    /// Nothing came for too long.
    IDLE,
    /// More came than is ever read.
    TOO_LARGE
  }

  private final How how;

  /// @param what for people; holds nothing of the request
  public WireBroken(How how, String what, @Nullable Throwable cause) {
    super(what, cause);
    this.how = how;
  }

  public How how() {
    return how;
  }
}
