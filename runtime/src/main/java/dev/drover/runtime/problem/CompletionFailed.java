package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;

/// A model was asked something beside the conversation, and has not answered, or not to the end.
public final class CompletionFailed extends DroverException {
  private static final long serialVersionUID = 1L;

  private final String text;

  /// @param problem of whoever was to answer, or to pay
  public CompletionFailed(Problem problem) {
    this(problem, "");
  }

  /// @param text what the model said, though it is not all of an answer
  public CompletionFailed(Problem problem, String text) {
    super(problem, null);
    this.text = text;
  }

  /// What the model said before its reply was cut or it refused; empty if it said nothing.
  public String text() {
    return text;
  }
}
