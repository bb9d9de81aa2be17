package dev.drover.quota;

import java.time.Duration;

/// How a runtime behaves when a provider throttles it.
///
/// @param retries how often one model call is repeated after it was throttled; these do not count
///   as retries of a failed call
/// @param backoff how long a provider key is not used, unless its provider asks for longer
/// @param spread how waiting calls are distributed over time when they wake
/// @param bounds how many calls may wait, and how long
public record QuotaPolicy(int retries, Backoff backoff, Spread spread, Bounds bounds) {
  /// The longest wait, even if a provider asks for more.
  static final Duration LONGEST = Duration.ofDays(366);

  public static final QuotaPolicy DEFAULT =
      new QuotaPolicy(
          10,
          new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(120), Duration.ofSeconds(5)),
          new Spread(Duration.ofMillis(500), Duration.ofSeconds(2)),
          new Bounds(Duration.ofHours(24), 1_024, 4_096));

  public QuotaPolicy {
    if (retries < 0) {
      throw new IllegalArgumentException("quota retries: at least 0, not " + retries);
    }
  }

  public QuotaPolicy withRetries(int most) {
    return new QuotaPolicy(most, backoff, spread, bounds);
  }

  public QuotaPolicy with(Backoff other) {
    return new QuotaPolicy(retries, other, spread, bounds);
  }

  public QuotaPolicy with(Spread other) {
    return new QuotaPolicy(retries, backoff, other, bounds);
  }

  public QuotaPolicy with(Bounds other) {
    return new QuotaPolicy(retries, backoff, spread, other);
  }

  /// `first`, doubled with each hit up to `cap`, plus a random amount.
  ///
  /// @param jitter the largest random amount
  public record Backoff(Duration first, Duration cap, Duration jitter) {
    public Backoff {
      if (!first.isPositive() || cap.compareTo(first) < 0 || cap.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "quota backoff: first above 0, and cap between first and %s; not %s and %s"
                .formatted(LONGEST, first, cap));
      }
      mustBeSane("quota jitter", jitter);
    }

    /// @param hits counted without a success between them; at least 1
    /// @param chance at least 0, below 1
    Duration after(int hits, double chance) {
      var wait = first;
      for (int i = 1; i < hits && wait.compareTo(cap) < 0; i++) {
        wait = wait.plus(wait);
      }
      return (wait.compareTo(cap) < 0 ? wait : cap).plus(part(jitter, chance));
    }
  }

  /// Waiting calls wake between `least` and `most` after the deadline.
  public record Spread(Duration least, Duration most) {
    public Spread {
      mustBeSane("quota spread", least);
      mustBeSane("quota spread", most);
      if (most.compareTo(least) < 0) {
        throw new IllegalArgumentException("quota spread: least is not above most");
      }
    }

    /// @param place at least 0, below 1
    Duration at(double place) {
      return least.plus(part(most.minus(least), place));
    }
  }

  /// @param hold how long one attempt may be held; a call that would have to wait longer fails
  /// @param accounts how many provider keys without waiting calls are remembered
  /// @param waiters how many calls may be held at once, over all provider keys; others fail
  public record Bounds(Duration hold, int accounts, int waiters) {
    public Bounds {
      mustBeSane("quota hold", hold);
      if (accounts < 1 || waiters < 1) {
        throw new IllegalArgumentException(
            "quota bounds: at least 1 account and 1 waiter, not %d and %d"
                .formatted(accounts, waiters));
      }
    }
  }

  private static Duration part(Duration whole, double share) {
    return Duration.ofMillis((long) (share * (double) whole.toMillis()));
  }

  private static void mustBeSane(String name, Duration length) {
    if (length.isNegative() || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s: between 0 and %s, not %s".formatted(name, LONGEST, length));
    }
  }
}
