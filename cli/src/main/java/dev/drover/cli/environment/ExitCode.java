package dev.drover.cli.environment;

/// The exit codes of the program.
public enum ExitCode {
  COMPLETED(0),
  FAILED(1),
  USAGE(2),
  /// A run is parked on a person; the output names the question.
  WAITING(3),
  /// A run ended at a limit on turns or tokens; or its answer is truncated or empty.
  LIMIT(4),
  CANCELLED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /// The worse of two exit codes, for a command that did two pieces of work.
  public ExitCode worseOf(ExitCode other) {
    return badness() >= other.badness() ? this : other;
  }

  private int badness() {
    return switch (this) {
      case COMPLETED -> 0;
      case WAITING -> 1;
      case LIMIT -> 2;
      case FAILED -> 3;
      case USAGE -> 4;
      case CANCELLED -> 5;
    };
  }
}
