package dev.drover.runtime.perform;

import dev.drover.kernel.Failure;
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

  /// @param chance at least 0, below 1
  /// @return null to give up
  public @Nullable Instant next(Failure failure, int attempt, Instant now, double chance) {
    return switch (failure.retry()) {
      case Failure.Retry.Never _ -> null;
      case Failure.Retry.Later(var asked) -> later(asked, attempt, now, chance);
      case Failure.Retry.Throttled(var asked) -> later(asked, attempt, now, chance);
    };
  }

  private @Nullable Instant later(Duration asked, int attempt, Instant now, double chance) {
    if (attempt > retries) {
      return null;
    }
    var planned = backoff(attempt, chance);
    return now.plus(asked.compareTo(planned) > 0 ? asked : planned);
  }

  private Duration backoff(int attempt, double chance) {
    double doubled = (double) first.toNanos() * Math.pow(2, attempt - 1.0);
    double capped = Math.min(doubled, (double) cap.toNanos());
    return Duration.ofNanos((long) (capped * (1 + jitter * (2 * chance - 1))));
  }
}
