package dev.drover.session;

import dev.drover.kernel.check.WaitLimit;
import java.time.Duration;

/// When a failed model call is repeated: after `first`, then after twice the previous wait up to
/// `cap`, but never before the time that the provider specified. Throttled attempts do not count
/// here, they have a [dev.drover.quota.QuotaPolicy].
///
/// @param most attempts after the first one
/// @param jitter the random part of a wait: 0.2 means 20 % in either direction
public record ModelRetries(int most, Duration first, Duration cap, double jitter) {
  public static final ModelRetries DEFAULT =
      new ModelRetries(5, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2);
  public static final ModelRetries NONE = new ModelRetries(0, Duration.ZERO, Duration.ZERO, 0);

  public ModelRetries {
    first = WaitLimit.cap(first);
    cap = WaitLimit.cap(cap);
  }
}
