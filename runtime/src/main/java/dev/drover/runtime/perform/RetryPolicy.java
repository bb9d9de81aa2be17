package dev.drover.runtime.perform;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When a model that broke is asked again. Doubling, with jitter, and never before the provider
/// said.
///
/// @param retries attempts after the first one
/// @param jitter how far a wait may differ from the plan: 0.2 means 20 % either way
public record RetryPolicy(int retries, Duration first, Duration cap, double jitter) {
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2);

  public RetryPolicy {
    if (retries < 0 || first.isNegative() || cap.compareTo(first) < 0) {
      throw new IllegalArgumentException("retries: at least 0 of them, and first not above cap");
    }
    if (jitter < 0 || jitter > 1) {
      throw new IllegalArgumentException("jitter: between 0 and 1, not " + jitter);
    }
  }

  /// @param asked how long the provider asked to wait; zero if it did not say
  /// @param tries how often the model was asked so far and broke
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
