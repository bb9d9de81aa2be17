package dev.drover.task;

import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.List;

/// The current state of a task.
///
/// @param child the session of the task
/// @param agent the name of the agent with its parents, such as `clerk/explore`
/// @param title the beginning of its prompt
/// @param usage tokens of the child so far
/// @param progress its last texts and calls, a line each, oldest first; at most [#MOST_PROGRESS]
public record TaskReport(
    SessionId child,
    String agent,
    TaskMode mode,
    String title,
    Status status,
    Usage usage,
    Instant startedAt,
    List<String> progress) {
  public static final int MOST_PROGRESS = 8;

  public TaskReport {
    progress = List.copyOf(progress);
  }

  /// The progress of a task.
  public enum Status {
    RUNNING,
    /// For a person, a deferred call, or a quota.
    WAITING,
    /// No process drives it: it continues when its agent is built again.
    INTERRUPTED,
    COMPLETED,
    FAILED,
    CANCELLED;

    public boolean isOver() {
      return switch (this) {
        case RUNNING, WAITING, INTERRUPTED -> false;
        case COMPLETED, FAILED, CANCELLED -> true;
      };
    }
  }
}
