package dev.drover.runtime;

import dev.drover.kernel.LongestWait;
import java.time.Duration;

/// When a model that broke is asked again: after `first`, then twice as long each time up to `cap`,
/// but never before the provider said. Throttled attempts are not counted here, they have a
/// [dev.drover.runtime.quota.QuotaPolicy].
///
/// @param most attempts after the first one
/// @param jitter how far a wait may differ from the plan: 0.2 means 20 % either way
public record Retries(int most, Duration first, Duration cap, double jitter) {
  public static final Retries DEFAULT =
      new Retries(5, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2);
  public static final Retries NONE = new Retries(0, Duration.ZERO, Duration.ZERO, 0);

  public Retries {
    first = LongestWait.cap(first);
    cap = LongestWait.cap(cap);
  }
}
