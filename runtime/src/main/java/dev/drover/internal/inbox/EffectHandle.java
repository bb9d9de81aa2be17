package dev.drover.internal.inbox;

import dev.drover.kernel.machine.Effect;
import java.time.Duration;

/// A running effect, as used by the session's writer and by code that closes the session. Safe for
/// use by any thread.
public interface EffectHandle {
  Effect effect();

  /// Whether budget may have been reserved for it on an account.
  boolean drawsOnAccount();

  /// Its answer was processed.
  void settled();

  /// Whether it has ended, or has not started.
  boolean hasEnded();

  /// Waits for it to end, at most this long, through interrupts, which stay set.
  ///
  /// @return whether it has ended
  boolean joinUninterruptibly(Duration atMost);
}
