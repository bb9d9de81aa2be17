package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;

/// A run that was to give an answer has ended without one: it failed, or was cancelled.
public final class RunEnded extends DroverException {
  private static final long serialVersionUID = 1L;

  private final transient RunId run;
  private final RunStatus status;

  private final String text;

  /// @param text what the model last said; empty if it did not get that far
  public RunEnded(RunId run, RunStatus status, Problem problem, String text) {
    super(problem, null);
    this.run = run;
    this.status = status;
    this.text = text;
  }

  public RunId run() {
    return run;
  }

  public RunStatus status() {
    return status;
  }

  /// What the model last said; empty if it did not get that far.
  public String text() {
    return text;
  }
}
