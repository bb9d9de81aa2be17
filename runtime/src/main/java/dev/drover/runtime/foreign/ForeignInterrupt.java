package dev.drover.runtime.foreign;

import dev.drover.kernel.Problem;

/// Foreign code was interrupted. Mostly its caller was stopped, and nobody waits for an answer; if
/// not, the problem says which part has thrown it for reasons of its own.
public final class ForeignInterrupt extends InterruptedException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  ForeignInterrupt(Problem problem, InterruptedException cause) {
    super(problem.detail());
    initCause(cause);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
