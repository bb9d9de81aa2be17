package dev.drover.quota;

import dev.drover.spi.time.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A clock for one thread: sleeping advances it.
public final class SteppingClock implements Time {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Instant> slept = new ArrayList<>();
  private Instant now = START;
  private int named;

  public void set(Instant to) {
    now = to;
  }

  /// The ends of all sleeps, in order.
  public List<Instant> slept() {
    return List.copyOf(slept);
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void sleepUntil(Instant until) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("told to stop");
    }
    if (now.isBefore(until)) {
      slept.add(until);
      now = until;
    }
  }

  @Override
  public String freshId(String prefix) {
    return prefix + ++named;
  }

  @Override
  public double random() {
    return 0;
  }
}
