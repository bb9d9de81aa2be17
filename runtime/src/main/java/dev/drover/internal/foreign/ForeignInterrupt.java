package dev.drover.internal.foreign;

import dev.drover.kernel.value.Problem;

/// Foreign code was interrupted. In most cases its caller was stopped, and no answer is needed;
/// otherwise the problem names the part that threw the interrupt itself.
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
