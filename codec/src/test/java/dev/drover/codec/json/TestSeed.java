package dev.drover.codec.json;

import java.util.SplittableRandom;

/// The seed of generated cases: new each time, or from `-Ddrover.seed=…`, to repeat a failure.
public final class TestSeed {
  private final long value = Long.getLong("drover.seed", new SplittableRandom().nextLong());

  public SplittableRandom random() {
    return new SplittableRandom(value);
  }

  @Override
  public String toString() {
    return "-Ddrover.seed=" + value;
  }
}
