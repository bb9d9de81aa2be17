package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;

/// There is no such run. This is different from a run without events.
public final class RunNotFound extends DroverException {
  public static final String CODE = "run_not_found";
  private static final long serialVersionUID = 1L;

  public RunNotFound(RunId run) {
    super(
        new Problem(
            CODE,
            "No such run",
            "no run " + run + " is in this store",
            "List the runs of its session; old ones may have been trimmed."),
        null);
  }
}
