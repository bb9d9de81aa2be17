package dev.drover.testkit.sim;

import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;

/// The world's clock, as one process sees it.
record SimTime(SimulationContext context, SimProcess process) implements Time {
  private static final Duration LONG = Duration.ofSeconds(12);
  private static final Instant NEVER = SimulatedWorld.START.plus(Duration.ofDays(3_650));

  @Override
  public Instant now() {
    return context.world().now();
  }

  @Override
  public void sleepUntil(Instant until) throws InterruptedException {
    boolean isForEver = context.bug() == PlantedBug.NEVER_RING && until.isAfter(now().plus(LONG));
    context.world().sleepUntil(process, isForEver ? NEVER : until);
  }

  @Override
  public String freshId(String prefix) {
    return context.world().freshId(prefix);
  }

  @Override
  public double random() {
    return context.dice().nextDouble();
  }
}
