package dev.drover.kernel.machine;

import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// The position of a session in a chain of hand-offs.
///
/// @param handOffCount number of hand-offs before this session
/// @param successor the next session; null if the conversation is here
public record HandOffChain(int handOffCount, @Nullable SessionId successor) {
  /// The maximum number of hand-offs of a conversation.
  public static final int MOST = 16;

  public static final HandOffChain NONE = new HandOffChain(0, null);

  public HandOffChain {
    if (handOffCount < 0 || handOffCount > MOST) {
      throw new IllegalArgumentException(
          "0 to %d hand-offs are possible, not %d".formatted(MOST, handOffCount));
    }
  }

  HandOffChain to(SessionId successor) {
    return new HandOffChain(handOffCount, successor);
  }

  /// Of a fork: the successor extends the chain, any other fork begins a new one.
  HandOffChain forked(SessionId fork) {
    return fork.equals(successor) ? new HandOffChain(handOffCount + 1, null) : NONE;
  }
}
