package dev.drover.runtime.quota;

import dev.drover.kernel.Failure;
import dev.drover.kernel.Problem;
import dev.drover.spi.model.Account;
import java.time.Duration;

/// The end of waiting for a quota. Each of these says after how long to come back.
public final class QuotaProblems {
  public static final String EXHAUSTED = "quota_exhausted";

  private QuotaProblems() {}

  /// @param hits how often this one call was throttled
  /// @param last what the provider said the last time
  public static Failure outOfRetries(Account account, int hits, Problem last, Duration after) {
    return exhausted(
        "%s has throttled this call %d times, the last time with: %s"
            .formatted(account, hits, last.detail().isEmpty() ? last.title() : last.detail()),
        after);
  }

  public static Failure tooLong(Account account, Duration bound, Duration after) {
    return exhausted(
        "%s is throttled for longer than the %s that a call may wait".formatted(account, bound),
        after);
  }

  static Failure tooMany(Account account, int waiters, Duration after) {
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
