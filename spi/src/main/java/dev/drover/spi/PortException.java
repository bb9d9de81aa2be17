package dev.drover.spi;

import dev.drover.kernel.value.Problem;
import org.jspecify.annotations.Nullable;

/// A port failed. The problem says how a person can resolve it; the cause is for the log.
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
