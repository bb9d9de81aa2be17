package dev.drover.testkit.sim;

import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;

/// The world's clock, as one process has it.
record SimTime(Stage stage, SimProcess process) implements Time {
  private static final Duration LONG = Duration.ofSeconds(12);
  private static final Instant NEVER = World.START.plus(Duration.ofDays(3_650));

  @Override
  public Instant now() {
    return stage.world().now();
  }

  @Override
  public void sleepUntil(Instant until) throws InterruptedException {
    boolean isForEver = stage.bug() == Bug.NEVER_RING && until.isAfter(now().plus(LONG));
    stage.world().sleepUntil(process, isForEver ? NEVER : until);
  }

  @Override
  public String freshId(String prefix) {
    return stage.world().freshId(prefix);
  }

  @Override
  public double chance() {
    return stage.dice().nextDouble();
  }
}
