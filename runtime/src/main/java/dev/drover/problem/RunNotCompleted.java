package dev.drover.problem;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;

/// A run ended without an answer: it failed or was cancelled.
public final class RunNotCompleted extends DroverException {
  private static final long serialVersionUID = 1L;

  private final transient RunId run;
  private final RunStatus status;

  private final String text;

  /// @param text the last text of the model; empty if there was none
  public RunNotCompleted(RunId run, RunStatus status, Problem problem, String text) {
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

  /// The last text of the model; empty if there was none.
  public String text() {
    return text;
  }
}
