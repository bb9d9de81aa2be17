package dev.drover.cli.environment;

import dev.drover.kernel.value.Problem;

/// The program refuses a command and gives the reason. No work was begun.
public final class CliRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final ExitCode exit;

  private CliRefusal(ExitCode exit, Problem problem) {
    super(problem.toString());
    this.exit = exit;
    this.problem = problem;
  }

  /// The arguments or the configuration are invalid.
  public static CliRefusal usage(String code, String detail, String remedy) {
    return new CliRefusal(ExitCode.USAGE, new Problem(code, "Wrong usage", detail, remedy));
  }

  /// The command cannot be carried out now.
  public static CliRefusal failed(String code, String detail, String remedy) {
    return new CliRefusal(ExitCode.FAILED, new Problem(code, "Failed", detail, remedy));
  }

  public Problem problem() {
    return problem;
  }

  public ExitCode exit() {
    return exit;
  }
}
