package dev.drover.cli;

import dev.drover.spi.time.Time;
import dev.drover.testkit.VirtualTime;
import java.time.Instant;

/// A clock that a sleep advances at once.
final class SkippingTime implements Time {
  private final VirtualTime clock = new VirtualTime();

  @Override
  public Instant now() {
    return clock.now();
  }

  @Override
  public void sleepUntil(Instant until) throws InterruptedException {
    // Otherwise a thread that sleeps in a loop would never end.
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
  public double random() {
    return clock.random();
  }
}
