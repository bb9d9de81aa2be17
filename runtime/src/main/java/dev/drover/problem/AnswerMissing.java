package dev.drover.problem;

import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import org.jspecify.annotations.Nullable;

/// There is no answer, or none of the requested form. The session can be used as before.
public abstract sealed class AnswerMissing extends DroverException {
  private static final long serialVersionUID = 1L;

  private AnswerMissing(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }

  /// A run ended without an answer: it failed or was cancelled.
  public static final class RunNotCompleted extends AnswerMissing {
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

  /// The model did not answer a one-shot completion, or not completely.
  public static final class OneShotFailed extends AnswerMissing {
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

  /// There is an answer, but it does not have the requested form.
  public static final class AnswerMismatch extends AnswerMissing {
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
}
