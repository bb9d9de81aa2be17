package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;

/// An idempotency key was given with a prompt that is not the one it was first given with.
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
