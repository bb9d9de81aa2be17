package dev.drover.cli;

import dev.drover.spi.time.Time;
import dev.drover.testkit.VirtualTime;
import java.time.Instant;

/// Whoever sleeps in it wakes up at once, later.
final class HurriedTime implements Time {
  private final VirtualTime clock = new VirtualTime();

  @Override
  public Instant now() {
    return clock.now();
  }

  @Override
  public void sleepUntil(Instant until) throws InterruptedException {
    // Else a thread that sleeps again and again never ends.
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (until.isAfter(clock.now())) {
      clock.set(until);
    }
  }

  @Override
  public String freshId(String prefix) {
    return clock.freshId(prefix);
  }

  @Override
  public double chance() {
    return clock.chance();
  }
}
