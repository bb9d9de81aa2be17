package dev.drover.kernel.check;

import java.time.Duration;

/// The maximum duration of any wait. A longer one would overflow a clock or a nanosecond counter,
/// and is as good as for ever.
public final class WaitLimit {
  public static final Duration LENGTH = Duration.ofDays(36_500);

  private WaitLimit() {}

  /// @return the given time, limited to the maximum; zero if it is negative
  public static Duration cap(Duration time) {
    if (time.isNegative()) {
      return Duration.ZERO;
    }
    return time.compareTo(LENGTH) < 0 ? time : LENGTH;
  }
}
