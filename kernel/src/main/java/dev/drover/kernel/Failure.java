package dev.drover.kernel;

import java.time.Duration;

/// A typed error, with what is known about trying again.
public record Failure(Problem problem, Retry retry) {
  public Failure {
    NullChecks.nonNull(problem, "Failure.problem");
    NullChecks.nonNull(retry, "Failure.retry");
  }

  /// Whether the same attempt can succeed later, as far as the one who failed can tell.
  public sealed interface Retry {
    Retry NEVER = new Never();

    record Never() implements Retry {}

    /// @param after how long the other side asked us to wait; zero when it did not say
    record Later(Duration after) implements Retry {
      public Later {
        NullChecks.nonNull(after, "Later.after");
        mustNotBeNegative(after);
      }
    }

    /// Too much was asked with this account. Whoever else asks with it has to wait as well.
    ///
    /// @param after how long the other side asked us to wait; zero when it did not say
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
