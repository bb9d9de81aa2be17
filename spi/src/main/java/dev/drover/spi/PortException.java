package dev.drover.spi;

import dev.drover.kernel.Problem;
import org.jspecify.annotations.Nullable;

/// A port broke. The problem says what a person can do about it; the cause is for the log.
public class PortException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public PortException(Problem problem, @Nullable Throwable cause) {
    super(problem.toString(), cause);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
