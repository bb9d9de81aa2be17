package dev.drover.internal.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When a failed model call is repeated. The wait doubles, with jitter, and is never shorter than
/// the provider specified.
///
/// @param retries attempts after the first one
/// @param jitter the random part of a wait: 0.2 means 20 % in either direction
public record RetrySchedule(int retries, Duration first, Duration cap, double jitter) {
  public static final RetrySchedule DEFAULT =
      new RetrySchedule(5, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2);

  public RetrySchedule {
    if (retries < 0 || first.isNegative() || cap.compareTo(first) < 0) {
      throw new IllegalArgumentException("retries: at least 0 of them, and first not above cap");
    }
    if (jitter < 0 || jitter > 1) {
      throw new IllegalArgumentException("jitter: between 0 and 1, not " + jitter);
    }
  }

  /// @param asked how long the provider asked to wait; zero if it did not specify
  /// @param tries how many attempts have failed so far
  /// @param chance at least 0, below 1
  /// @return null to give up
  public @Nullable Instant next(Duration asked, int tries, Instant now, double chance) {
    if (tries > retries) {
      return null;
    }
    var planned = backoff(tries, chance);
    return now.plus(asked.compareTo(planned) > 0 ? asked : planned);
  }

  private Duration backoff(int tries, double chance) {
    double doubled = (double) first.toNanos() * Math.pow(2, tries - 1.0);
    double capped = Math.min(doubled, (double) cap.toNanos());
    return Duration.ofNanos((long) (capped * (1 + jitter * (2 * chance - 1))));
  }
}
