package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;

/// An idempotency key was used again with a different prompt.
public final class RunKeyConflict extends DroverException {
  public static final String CODE = "run_key_conflict";
  private static final long serialVersionUID = 1L;

  public RunKeyConflict(RunKey key, RunId run) {
    super(
        new Problem(
            CODE,
            "The key was used for another prompt",
            "idempotency key " + key + " started run " + run + " with another prompt",
            "Use a new key for a new prompt."),
        null);
  }
}
