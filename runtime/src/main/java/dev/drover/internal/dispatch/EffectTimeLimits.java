package dev.drover.internal.dispatch;

import dev.drover.internal.cluster.LeaseCheck;
import dev.drover.internal.cluster.ProcessLease;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;

/// Clock, lease and time limits of effects. Safe for use by any thread.
public record EffectTimeLimits(Time time, ProcessLease presence, Watchdog watchdog) {
  Instant now() {
    return time.now();
  }

  LeaseCheck leaseSince(long epoch) {
    return LeaseCheck.since(presence, epoch);
  }

  void limit(RunningEffect performance, Duration timeout) {
    performance.guard(watchdog, timeout);
  }
}
