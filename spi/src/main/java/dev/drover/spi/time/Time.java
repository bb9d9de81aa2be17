package dev.drover.spi.time;

import java.time.Instant;

/// The one source of time, fresh names and chance. With a fixed one, two runs give the same bytes.
public interface Time {
  Instant now();

  /// Returns at `until` or later, at once if that is past.
  void sleepUntil(Instant until) throws InterruptedException;

  /// A name that was never given out before, starting with the prefix.
  String freshId(String prefix);

  /// At least 0, below 1.
  double chance();
}
