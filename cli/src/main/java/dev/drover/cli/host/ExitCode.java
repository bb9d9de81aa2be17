package dev.drover.cli.host;

/// What the program answers to whoever called it.
public enum ExitCode {
  COMPLETED(0),
  FAILED(1),
  USAGE(2),
  /// A run is parked on a person; it was said on which question.
  WAITING(3),
  /// A run ended at a limit: turns, or tokens; or its answer is cut or empty.
  LIMIT(4),
  CANCELLED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /// What to answer for two pieces of work of which one ended with this and one with `other`: the
  /// worse of the two.
  public ExitCode and(ExitCode other) {
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
