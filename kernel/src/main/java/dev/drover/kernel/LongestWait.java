package dev.drover.kernel;

import java.time.Duration;

/// The longest time that anything is waited for. Longer ones mean the same, for ever, and would not
/// fit into a clock or a counter of nanoseconds.
public final class LongestWait {
  public static final Duration LENGTH = Duration.ofDays(36_500);

  private LongestWait() {}

  /// @return the same time, or the longest; nothing for what is over
  public static Duration cap(Duration time) {
    if (time.isNegative()) {
      return Duration.ZERO;
    }
    return time.compareTo(LENGTH) < 0 ? time : LENGTH;
  }
}
