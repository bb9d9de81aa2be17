package dev.drover.runtime.quota;

import dev.drover.spi.time.Time;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A clock for one thread: who sleeps on it moves it.
final class Ticking implements Time {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Instant> slept = new ArrayList<>();
  private Instant now = START;
  private int named;

  void set(Instant to) {
    now = to;
  }

  /// Until when it was slept, in order.
  List<Instant> slept() {
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
  public double chance() {
    return 0;
  }
}
