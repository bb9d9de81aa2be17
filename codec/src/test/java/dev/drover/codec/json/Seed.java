package dev.drover.codec.json;

import java.util.SplittableRandom;

/// Where generated cases begin: anew each time, or where `-Ddrover.seed=…` says, to see a failure
/// again.
public final class Seed {
  private final long value = Long.getLong("drover.seed", new SplittableRandom().nextLong());

  public SplittableRandom random() {
    return new SplittableRandom(value);
  }

  @Override
  public String toString() {
    return "-Ddrover.seed=" + value;
  }
}
