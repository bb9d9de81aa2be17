package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import org.jspecify.annotations.Nullable;

/// Code of the host or of an adapter broke its contract: it threw an undeclared exception, or
/// returned null. The problem names the part, the method, and the violation.
public final class ForeignCodeFailed extends DroverException {
  private static final long serialVersionUID = 1L;

  /// @param cause the exception; null if it threw none
  public ForeignCodeFailed(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }
}
