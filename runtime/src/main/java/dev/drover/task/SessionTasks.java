package dev.drover.task;

import dev.drover.Run;
import dev.drover.kernel.machine.OpenTask;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Usage;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.tool.DirectTools.ToolReport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The tasks of a session. All values are read from the store: a child is an ordinary session, and
/// its journal is the only source.
public interface SessionTasks {
  /// How many tasks can be delegated at once. A part of them runs at a time.
  static final int MOST = OpenTask.MOST;

  /// Delegates to one of the agent's subagents, and waits for the result. The model of this session
  /// does not see the task.
  ///
  /// @param agent its name, such as `explore`
  ToolReport run(String agent, String prompt);

  /// Delegates an assignment, and waits for the result. The model of this session does not see the
  /// task.
  ToolReport run(TaskAssignment assignment);

  /// Delegates many assignments, and waits for all of them. Eight run at a time. A failed one is
  /// reported like any other.
  ///
  /// @param assignments at most [#MOST]
  /// @return the result of each, in the same order
  /// @throws dev.drover.problem.SessionUnavailable.SessionClosed if the session is closed in the
  ///   meantime
  List<ToolReport> runAll(List<TaskAssignment> assignments);

  /// Delegates an assignment without waiting. When the task has ended, the session is notified: the
  /// current run receives a message. If there is no run, one is started, unless the task was
  /// cancelled.
  ///
  /// @return the run of the child: to watch, to wait for, to cancel
  /// @throws ConfigurationInvalid if nothing was started; the message states the reason
  Run start(TaskAssignment assignment);

  /// All tasks, in progress or ended, in the order in which they were started.
  List<TaskReport> all();

  /// The tasks in progress.
  List<TaskReport> pending();

  Optional<TaskReport> find(SessionId child);

  /// What an idle session does when one of its tasks is cancelled.
  enum AfterCancel {
    REST,
    /// A run starts, in which the model is notified.
    TELL_MODEL
  }

  /// Ends a task. The call that waits for it is notified, and so is the current run. No run is
  /// started.
  ///
  /// @return whether it was in progress
  boolean cancel(SessionId child);

  /// Ends a task, as [#cancel(SessionId)] does.
  ///
  /// @return whether it was in progress
  boolean cancel(SessionId child, AfterCancel after);

  /// The current state of a task.
  ///
  /// @param child the session of the task
  /// @param agent the name of the agent with its parents, such as `clerk/explore`
  /// @param title the beginning of its prompt
  /// @param usage tokens of the child so far
  /// @param progress its last texts and calls, a line each, oldest first; at most [#MOST_PROGRESS]
  record TaskReport(
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
}
