package dev.drover.model.script;

import dev.drover.spi.time.Time;
import java.time.Instant;

/// Time that passes only by sleeping. For one thread.
final class SleepingClock implements Time {
  private Instant now = Instant.EPOCH;

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void sleepUntil(Instant until) {
    now = until.isAfter(now) ? until : now;
  }

  @Override
  public String freshId(String prefix) {
    throw new AssertionError("a scripted model names nothing");
  }

  @Override
  public double random() {
    throw new AssertionError("a scripted model leaves nothing to chance");
  }
}
