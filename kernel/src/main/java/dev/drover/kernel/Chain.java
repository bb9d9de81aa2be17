package dev.drover.kernel;

import org.jspecify.annotations.Nullable;

/// Where a session stands among those that handed a conversation on.
///
/// @param before how often it was handed on before it came here
/// @param next where it goes on; null if it is here
public record Chain(int before, @Nullable SessionId next) {
  /// How often a conversation is handed on at most.
  public static final int MOST = 16;

  public static final Chain NONE = new Chain(0, null);

  public Chain {
    if (before < 0 || before > MOST) {
      throw new IllegalArgumentException("handed on 0 to %d times: %d".formatted(MOST, before));
    }
  }

  Chain to(SessionId successor) {
    return new Chain(before, successor);
  }

  /// Of a fork: its successor is one link further, any other fork begins a line of its own.
  Chain forked(SessionId fork) {
    return fork.equals(next) ? new Chain(before + 1, null) : NONE;
  }
}
