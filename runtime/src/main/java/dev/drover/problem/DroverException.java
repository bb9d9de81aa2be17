package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import org.jspecify.annotations.Nullable;

/// The base of all exceptions that the public API throws. Its subclasses are grouped by what a
/// caller does about them; [Problem#code] identifies the member of a group. When one is thrown, the
/// requested operation was not partially carried out.
public abstract sealed class DroverException extends RuntimeException
    permits AnswerMissing,
        ForeignCodeFailed,
        InvalidRequest,
        NotFound,
        RequestRefused,
        SessionUnavailable,
        StoreFailed,
        WaitEnded {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  DroverException(Problem problem, @Nullable Throwable cause) {
    super(problem.toString(), cause);
    this.problem = problem;
  }

  /// What happened and what to do, with a stable code.
  public Problem problem() {
    return problem;
  }
}
