package dev.drover.problem;

import dev.drover.kernel.value.Problem;

/// There is an answer, but it does not have the requested form.
public final class AnswerMismatch extends DroverException {
  public static final String CODE = "answer_unfit";
  private static final long serialVersionUID = 1L;

  private final String text;

  /// @param text the answer as it is
  public AnswerMismatch(String detail, String text) {
    super(
        new Problem(
            CODE,
            "The answer is not such a value",
            detail,
            "Ask for the same type that is read, and look at the answer in text()."),
        null);
    this.text = text;
  }

  /// The answer as it is.
  public String text() {
    return text;
  }
}
