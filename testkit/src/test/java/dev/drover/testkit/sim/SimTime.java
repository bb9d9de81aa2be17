package dev.drover.testkit.sim;

import dev.drover.spi.time.Time;
import java.time.Instant;
import java.util.SplittableRandom;

/// The world's clock, as one process has it.
record SimTime(World world, SimProcess process, SplittableRandom dice) implements Time {
  @Override
  public Instant now() {
    return world.now();
  }

  @Override
  public void sleepUntil(Instant until) throws InterruptedException {
    world.sleepUntil(process, until);
  }

  @Override
  public String freshId(String prefix) {
    return world.freshId(prefix);
  }

  @Override
  public double chance() {
    return dice.nextDouble();
  }
}
