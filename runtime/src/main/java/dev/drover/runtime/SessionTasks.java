package dev.drover.runtime;

import dev.drover.kernel.Origin;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Task;
import dev.drover.runtime.task.TaskTool;
import dev.drover.spi.store.Catalog.SessionRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What others do for a session. All of it is read from the store: a child is an ordinary session,
/// and what is known of it here is what stands in its journal.
public final class SessionTasks {
  private static final Duration REST = Duration.ofSeconds(5);

  private final Session session;
  private final Drover drover;

  SessionTasks(Session session, Drover drover) {
    this.session = session;
    this.drover = drover;
  }

  /// Gives work to one of the agent's subagents, and waits for what comes of it. Nothing of it is
  /// said to the model of this session.
  ///
  /// @param agent its name, such as `explore`
  public ToolReport run(String agent, String prompt) {
    return session.tool(TaskTool.NAME, Map.of("agent", agent, "prompt", prompt));
  }

  /// Those that are going and those that are over, in the order in which they were started.
  public List<TaskReport> all() {
    return drover.archive().children(session.id()).stream().map(this::report).toList();
  }

  /// Those that are going.
  public List<TaskReport> pending() {
    return all().stream().filter(task -> !task.status().isOver()).toList();
  }

  public Optional<TaskReport> find(SessionId child) {
    return all().stream().filter(task -> task.child().equals(child)).findFirst();
  }

  /// Ends a task. The call that waits for it, if one does, is told.
  ///
  /// @return whether it was going
  public boolean cancel(SessionId child) {
    return find(child).filter(task -> !task.status().isOver()).isPresent()
        && drover.cancel(child, new RunId(child.value()), "user", "cancelled through its parent");
  }

  private TaskReport report(SessionRow row) {
    var state = drover.archive().state(row.session());
    var run = drover.archive().run(new RunId(row.session().value()));
    return new TaskReport(
        row.session(),
        row.agent(),
        ((Origin.Delegated) state.profile().origin()).mode(),
        run.map(RunSnapshot::title).orElse(""),
        run.map(snapshot -> status(snapshot.status())).orElse(TaskReport.Status.RUNNING),
        state.totals().usage(),
        row.openedAt());
  }

  private static TaskReport.Status status(RunStatus status) {
    return switch (status) {
      case CREATED, PLANNING, EXECUTING -> TaskReport.Status.RUNNING;
      case WAITING -> TaskReport.Status.WAITING;
      case COMPLETED -> TaskReport.Status.COMPLETED;
      case FAILED -> TaskReport.Status.FAILED;
      case CANCELLED -> TaskReport.Status.CANCELLED;
    };
  }

  /// Waits until these are at rest, with all below them, but not for ever.
  static void awaitRest(Drover drover, List<Task> tasks) {
    for (var task : tasks) {
      if (drover.archive().session(task.child()).isPresent()) {
        Standings.awaitIdle(drover, task.child(), REST);
      }
    }
  }
}
