package dev.drover.quota;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.model.ProviderKey;
import java.time.Duration;

/// Failures that end the wait for a quota. Each of them states after how long to retry.
public final class QuotaProblems {
  public static final String EXHAUSTED = "quota_exhausted";

  private QuotaProblems() {}

  /// @param hits how often this one call was throttled
  /// @param last the provider's last problem
  public static Failure outOfRetries(ProviderKey account, int hits, Problem last, Duration after) {
    return exhausted(
        "%s has throttled this call %d times, the last time with: %s"
            .formatted(account, hits, last.detail().isEmpty() ? last.title() : last.detail()),
        after);
  }

  public static Failure tooLong(ProviderKey account, Duration bound, Duration after) {
    return exhausted(
        "%s is throttled for longer than the %s that a call may wait".formatted(account, bound),
        after);
  }

  static Failure tooMany(ProviderKey account, int waiters, Duration after) {
    return exhausted(
        "%s is throttled, and %d calls are waiting already".formatted(account, waiters), after);
  }

  private static Failure exhausted(String detail, Duration after) {
    var problem =
        new Problem(
            EXHAUSTED,
            "The provider's quota is used up",
            detail,
            "Send the prompt again in %d seconds or later; raise the account's quota, or allow more waiting."
                .formatted(Math.ceilDiv(after.toMillis(), 1_000)));
    return new Failure(problem, new Failure.Retry.Throttled(after));
  }
}
