package dev.drover.runtime;

import dev.drover.kernel.Event;
import dev.drover.kernel.Origin;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Task;
import dev.drover.kernel.TaskMode;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.StoreFailed;
import dev.drover.runtime.task.Assignment;
import dev.drover.runtime.task.HostTaskTool;
import dev.drover.runtime.task.TaskTool;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.writer.Letter;
import dev.drover.spi.store.Catalog.SessionRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What others do for a session. All of it is read from the store: a child is an ordinary session,
/// and what is known of it here is what stands in its journal.
public final class SessionTasks {
  private static final Logger LOG = LoggerFactory.getLogger(SessionTasks.class);

  /// How many pieces of work are given out at once, and how many of them are worked on at a time.
  public static final int MOST = Task.MOST;

  private static final int AT_ONCE = 8;
  private static final int PAGE = 500;
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
    return run(Assignment.to(agent, prompt));
  }

  /// Gives somebody work, and waits for what comes of it. Nothing of it is said to the model of
  /// this session.
  public ToolReport run(Assignment assignment) {
    return given(assignment, TaskMode.FOREGROUND);
  }

  private ToolReport given(Assignment assignment, TaskMode mode) {
    drover.workerModels().use(assignment);
    return session.tool(TaskTool.NAME, HostTaskTool.order(assignment, mode));
  }

  /// Gives out many pieces of work, and waits for all of them. Eight are worked on at a time. One
  /// that fails is a report like any other.
  ///
  /// @param assignments at most [#MOST]
  /// @return what came of each, in the same order
  /// @throws dev.drover.runtime.problem.SessionClosed if the session is closed meanwhile
  public List<ToolReport> runAll(List<Assignment> assignments) {
    if (assignments.size() > MOST) {
      throw new ConfigurationInvalid(
          "assignments",
          "there are %d, and at most %d can be given out at once"
              .formatted(assignments.size(), MOST),
          "Give them out in parts.");
    }
    return new FanOut<>(assignments, this::run).await(AT_ONCE);
  }

  /// Gives somebody work, and does not wait. When it has ended the session is told: the run that is
  /// going hears it, and if none is going, one begins, unless the task was cancelled.
  ///
  /// @return the run of the child: to look at, to wait for, to cancel
  /// @throws ConfigurationInvalid if nothing was begun, saying why
  public Run start(Assignment assignment) {
    long before = session.eventCount();
    var report = given(assignment, TaskMode.BACKGROUND);
    var child =
        startedBy(report.call(), before)
            .orElseThrow(
                () ->
                    new ConfigurationInvalid(
                        "assignment", report.text(), "Correct it and give it again."));
    var run = new RunId(child.value());
    session.hold().began(run);
    return new Run(child, run, drover, null);
  }

  /// The session that a direct call has given work to.
  private Optional<SessionId> startedBy(RunId call, long after) {
    var cursor = new Cursor(session.id(), after);
    while (true) {
      var page = session.page(cursor, PAGE);
      for (var item : page.items()) {
        if (item.event() instanceof Event.TaskStarted started && started.run().equals(call)) {
          return Optional.of(started.child());
        }
      }
      if (!page.hasMore()) {
        return Optional.empty();
      }
      cursor = page.next();
    }
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

  /// What a session that is at rest does when a task of its own is cancelled.
  public enum AfterCancel {
    REST,
    /// A run begins, in which the model is told.
    TELL_MODEL
  }

  /// Ends a task. The call that waits for it, if one does, is told, and so is a run that is going.
  /// If none is, none begins.
  ///
  /// @return whether it was going
  public boolean cancel(SessionId child) {
    return cancel(child, AfterCancel.REST);
  }

  /// Ends a task, as [#cancel(SessionId)] does.
  ///
  /// @return whether it was going
  public boolean cancel(SessionId child, AfterCancel after) {
    boolean isCancelled =
        find(child).filter(task -> !task.status().isOver()).isPresent()
            && drover.cancel(
                child, new RunId(child.value()), "user", "cancelled through its parent");
    if (isCancelled && after == AfterCancel.TELL_MODEL && session.currentRun().isEmpty()) {
      session.steer("The task %s that you gave away was cancelled by the user.".formatted(child));
    }
    return isCancelled;
  }

  private TaskReport report(SessionRow row) {
    var state = drover.archive().state(row.session());
    var run = drover.archive().run(new RunId(row.session().value()));
    return new TaskReport(
        row.session(),
        row.agent(),
        ((Origin.Delegated) state.profile().origin()).mode(),
        run.map(RunSnapshot::title).orElse(""),
        run.map(SessionTasks::status).orElse(TaskReport.Status.RUNNING),
        state.totals().usage(),
        row.openedAt(),
        new TaskProgress(drover.archive()).of(row.session(), row.tail()));
  }

  private static TaskReport.Status status(RunSnapshot run) {
    return switch (run.status()) {
      case CREATED, PLANNING, EXECUTING -> TaskReport.Status.RUNNING;
      case WAITING -> run.isDriven() ? TaskReport.Status.WAITING : TaskReport.Status.INTERRUPTED;
      case COMPLETED -> TaskReport.Status.COMPLETED;
      case FAILED -> TaskReport.Status.FAILED;
      case CANCELLED -> TaskReport.Status.CANCELLED;
    };
  }

  /// Takes over what nobody drives of the work that others do for a session.
  static void lookAfter(Drover drover, SessionState state) {
    for (var task : state.annals().tasks()) {
      var child = task.child();
      if (drover.archive().session(child).isPresent() && drover.engine().isFree(child)) {
        drover.engine().tell(child, new Letter.Look());
        lookAfter(drover, drover.archive().state(child));
      }
    }
  }

  /// Waits until these are at rest, with all below them, but not for ever. Who cannot be seen is
  /// not waited for: those above have ended, whatever the store says of this one.
  static void awaitRest(Drover drover, List<Task> tasks) {
    if (tasks.isEmpty()) {
      return;
    }
    var until = drover.engine().time().now().plus(REST);
    for (var task : tasks) {
      try {
        awaitRest(drover, task.child(), until);
      } catch (StoreFailed unreadable) {
        LOG.warn("cannot see whether {} is at rest: {}", task.child(), unreadable.getMessage());
      }
    }
  }

  /// A child tells those below it when it has ended itself, so it is waited for first.
  private static void awaitRest(Drover drover, SessionId child, Instant until) {
    var left = Duration.between(drover.engine().time().now(), until);
    if (left.isPositive() && drover.archive().session(child).isPresent()) {
      Standings.awaitIdle(drover, child, left);
      drover.archive().children(child).forEach(row -> awaitRest(drover, row.session(), until));
    }
  }
}
