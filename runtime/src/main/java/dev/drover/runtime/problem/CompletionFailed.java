package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;

/// A model was asked something beside the conversation, and has not answered.
public final class CompletionFailed extends DroverException {
  private static final long serialVersionUID = 1L;

  /// @param problem of whoever was to answer, or to pay
  public CompletionFailed(Problem problem) {
    super(problem, null);
  }
}
