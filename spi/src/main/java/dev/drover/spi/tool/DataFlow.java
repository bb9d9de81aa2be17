package dev.drover.spi.tool;

import dev.drover.kernel.NullChecks;

/// Whether a tool brings in what others wrote, and whether it can carry out what it is given.
public record DataFlow(Origin origin, Reach reach) {
  public DataFlow {
    NullChecks.nonNull(origin, "DataFlow.origin");
    NullChecks.nonNull(reach, "DataFlow.reach");
  }

  public static final DataFlow INSIDE = new DataFlow(Origin.OWN, Reach.STAYS);

  public enum Origin {
    OWN,
    /// Its results are labelled as untrusted.
    OUTSIDE
  }

  public enum Reach {
    STAYS,
    /// What is in its arguments, or what it can read, may leave the machine.
    LEAVES
  }
}
