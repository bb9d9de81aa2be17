package dev.drover.internal.session;

import java.time.Duration;

/// How long to wait before the store is tried again: a short time at first, since most outages are
/// short, and twice as long each time. Belongs to the session's writer.
final class RetryBackoff {
  private static final Duration FIRST = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private Duration next = FIRST;

  /// The pause before the next attempt.
  Duration next() {
    var pause = next;
    var longer = next.multipliedBy(2);
    next = longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
    return pause;
  }

  /// An attempt succeeded.
  void reset() {
    next = FIRST;
  }
}
