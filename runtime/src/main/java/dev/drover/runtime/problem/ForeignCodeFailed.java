package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import org.jspecify.annotations.Nullable;

/// Code that the host or an adapter brought did what it must not: it threw something that it does
/// not declare, or returned null. The problem names the part, the method, and what it did.
public final class ForeignCodeFailed extends DroverException {
  private static final long serialVersionUID = 1L;

  /// @param cause what it threw; null if it threw nothing
  public ForeignCodeFailed(Problem problem, @Nullable Throwable cause) {
    super(problem, cause);
  }
}
