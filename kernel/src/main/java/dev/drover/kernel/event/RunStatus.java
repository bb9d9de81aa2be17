package dev.drover.kernel.event;

/// The status of a run. Always derived from the state, never set.
public enum RunStatus {
  /// Accepted into the inbox; the session's writer has not taken it yet.
  CREATED,
  /// The model has not replied yet.
  PLANNING,
  EXECUTING,
  /// Waiting for a person, a timer, or a process that drives it.
  WAITING,
  /// The model has given its answer; the required checks are being carried out.
  VERIFYING,
  COMPLETED,
  FAILED,
  CANCELLED;

  public boolean isTerminal() {
    return switch (this) {
      case COMPLETED, FAILED, CANCELLED -> true;
      case CREATED, PLANNING, EXECUTING, WAITING, VERIFYING -> false;
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
