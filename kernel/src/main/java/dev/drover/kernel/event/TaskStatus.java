package dev.drover.kernel.event;

/// The outcome of a task.
public enum TaskStatus {
  COMPLETED,
  FAILED,
  CANCELLED;

  public static TaskStatus of(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed _, RunOutcome.HandedOff _ -> COMPLETED;
      case RunOutcome.Failed _ -> FAILED;
      case RunOutcome.Cancelled _ -> CANCELLED;
    };
  }
}
