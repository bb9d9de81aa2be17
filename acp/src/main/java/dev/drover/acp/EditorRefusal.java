package dev.drover.acp;

import dev.drover.kernel.value.Problem;

/// The host cannot do what the editor asks for.
public final class EditorRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public EditorRefusal(Problem problem) {
    super(problem.toString());
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
