package dev.drover.kernel;

/// Where a run stands. Always read from the fold, never set.
public enum RunStatus {
  /// Accepted into the inbox; its session's writer has not taken it yet.
  CREATED,
  /// The model has not answered for the first time.
  PLANNING,
  EXECUTING,
  /// Parked on a person, a timer, or a process that would drive it.
  WAITING,
  COMPLETED,
  FAILED,
  CANCELLED;

  public boolean isTerminal() {
    return switch (this) {
      case COMPLETED, FAILED, CANCELLED -> true;
      case CREATED, PLANNING, EXECUTING, WAITING -> false;
    };
  }

  public static RunStatus of(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed _, RunOutcome.HandedOff _ -> COMPLETED;
      case RunOutcome.Failed _ -> FAILED;
      case RunOutcome.Cancelled _ -> CANCELLED;
    };
  }
}
