package dev.drover.spi.tool;

import dev.drover.kernel.check.NullChecks;

/// Whether a tool brings in untrusted content, and whether it can send its input elsewhere.
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
    /// Its arguments, or data that it can read, may leave the machine.
    LEAVES
  }
}
