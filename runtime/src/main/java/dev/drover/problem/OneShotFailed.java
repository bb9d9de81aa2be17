package dev.drover.problem;

import dev.drover.kernel.value.Problem;

/// The model did not answer a one-shot completion, or not completely.
public final class OneShotFailed extends DroverException {
  private static final long serialVersionUID = 1L;

  private final String text;

  /// @param problem of the model, or of the budget that refused the call
  public OneShotFailed(Problem problem) {
    this(problem, "");
  }

  /// @param text the incomplete text of the model
  public OneShotFailed(Problem problem, String text) {
    super(problem, null);
    this.text = text;
  }

  /// The model's text before its reply was cut or it refused; empty if there was none.
  public String text() {
    return text;
  }
}
