package dev.drover.cli.host;

import dev.drover.kernel.Problem;

/// The program does not do what it was asked, and says why. Nothing was begun.
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final ExitCode exit;

  private Refusal(ExitCode exit, Problem problem) {
    super(problem.toString());
    this.exit = exit;
    this.problem = problem;
  }

  /// What was typed, or configured, cannot be meant.
  public static Refusal usage(String code, String detail, String remedy) {
    return new Refusal(ExitCode.USAGE, new Problem(code, "Wrong usage", detail, remedy));
  }

  /// What was asked for cannot be done now.
  public static Refusal failed(String code, String detail, String remedy) {
    return new Refusal(ExitCode.FAILED, new Problem(code, "Failed", detail, remedy));
  }

  public Problem problem() {
    return problem;
  }

  public ExitCode exit() {
    return exit;
  }
}
