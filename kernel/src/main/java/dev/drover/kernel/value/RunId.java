package dev.drover.kernel.value;

import dev.drover.kernel.check.IdChecks;
import dev.drover.kernel.check.NullChecks;

/// Identifies one run. Generated outside the kernel and passed in with the prompt.
public record RunId(String value) {
  public RunId {
    NullChecks.nonNull(value, "RunId.value");
    IdChecks.requireValid("run id", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
