package dev.drover.kernel.value;

import dev.drover.kernel.check.NullChecks;
import java.time.Duration;

/// A typed error, with advice about a retry.
public record Failure(Problem problem, Retry retry) {
  public Failure {
    NullChecks.nonNull(problem, "Failure.problem");
    NullChecks.nonNull(retry, "Failure.retry");
  }

  /// Whether the same attempt can succeed later, as far as is known where it failed.
  public sealed interface Retry {
    Retry NEVER = new Never();

    record Never() implements Retry {}

    /// @param after the wait that the other side requested; zero if none
    record Later(Duration after) implements Retry {
      public Later {
        NullChecks.nonNull(after, "Later.after");
        mustNotBeNegative(after);
      }
    }

    /// The rate limit of this account was reached. Other callers that use it have to wait as well.
    ///
    /// @param after the wait that the other side requested; zero if none
    record Throttled(Duration after) implements Retry {
      public Throttled {
        NullChecks.nonNull(after, "Throttled.after");
        mustNotBeNegative(after);
      }
    }

    private static void mustNotBeNegative(Duration wait) {
      if (wait.isNegative()) {
        throw new IllegalArgumentException("a wait is never negative: " + wait);
      }
    }
  }

  public static Failure lasting(Problem problem) {
    return new Failure(problem, Retry.NEVER);
  }
}
