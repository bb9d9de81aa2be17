package dev.drover.spi.time;

import java.time.Instant;

/// The only source of time, new ids and randomness. With a fixed one, two runs produce the same
/// bytes.
public interface Time {
  /// The system clock, and ids that are unique across processes.
  static Time system() {
    return new SystemTime();
  }

  Instant now();

  /// Nanoseconds since some moment in the past. It never goes back, also if the clock is set.
  default long elapsedNanos() {
    var now = now();
    return now.getEpochSecond() * 1_000_000_000 + now.getNano();
  }

  /// Returns at `until` or later; immediately if that is past.
  void sleepUntil(Instant until) throws InterruptedException;

  /// An id that was never returned before, starting with the prefix.
  String freshId(String prefix);

  /// At least 0, below 1.
  double random();
}
