package dev.drover.internal.delegate;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.Ask;
import dev.drover.Run;
import dev.drover.internal.admit.PromptSubmission;
import dev.drover.internal.agent.WorkerModels;
import dev.drover.internal.concurrent.OrderedFanOut;
import dev.drover.internal.delegation.HostTaskTool;
import dev.drover.internal.delegation.TaskTool;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.run.RunHandles;
import dev.drover.internal.task.TaskProgressReader;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.query.RunSnapshot;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.task.SessionTasks;
import dev.drover.task.SessionTasks.TaskReport;
import dev.drover.task.TaskAssignment;
import dev.drover.tool.DirectTools;
import dev.drover.tool.DirectTools.ToolReport;
import dev.drover.watch.Cursor;
import java.util.List;
import java.util.Optional;

/// Implements [SessionTasks].
public final class HostTasks implements SessionTasks {
  private static final int AT_ONCE = 8;

  private static final int PAGE = 500;
  private final OpenHandle session;
  private final DirectTools tools;
  private final StoredSessionQueries queries;
  private final RunHandles runs;
  private final WorkerModels models;
  private final PromptSubmission prompts;

  public HostTasks(
      OpenHandle session,
      DirectTools tools,
      StoredSessionQueries queries,
      RunHandles runs,
      WorkerModels models,
      PromptSubmission prompts) {
    this.session = session;
    this.tools = tools;
    this.queries = queries;
    this.runs = runs;
    this.models = models;
    this.prompts = prompts;
  }

  @Override
  public ToolReport run(String agent, String prompt) {
    nonNull(agent, "agent");
    nonNull(prompt, "prompt");
    return run(TaskAssignment.to(agent, prompt));
  }

  @Override
  public ToolReport run(TaskAssignment assignment) {
    nonNull(assignment, "assignment");
    return given(assignment, TaskMode.FOREGROUND);
  }

  private ToolReport given(TaskAssignment assignment, TaskMode mode) {
    models.use(assignment);
    return tools.call(TaskTool.NAME, HostTaskTool.order(assignment, mode));
  }

  @Override
  public List<ToolReport> runAll(List<TaskAssignment> assignments) {
    nonNull(assignments, "assignments");
    if (assignments.size() > MOST) {
      throw new ConfigurationInvalid(
          "assignments",
          "there are %d, and at most %d can be given out at once"
              .formatted(assignments.size(), MOST),
          "Give them out in parts.");
    }
    return new OrderedFanOut<>(assignments, this::run).await(AT_ONCE);
  }

  @Override
  public Run start(TaskAssignment assignment) {
    nonNull(assignment, "assignment");
    long before = queries.state(session.id()).position().seq();
    var report = given(assignment, TaskMode.BACKGROUND);
    var child =
        startedBy(report.call(), before)
            .orElseThrow(
                () ->
                    new ConfigurationInvalid(
                        "assignment", report.text(), "Correct it and give it again."));
    var run = RunId.firstOf(child);
    session.hold().began(run);
    return runs.of(child, run);
  }

  /// The session of the task that a direct call started.
  private Optional<SessionId> startedBy(RunId call, long after) {
    var cursor = new Cursor(session.id(), after);
    while (true) {
      var page = queries.page(cursor, PAGE);
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

  @Override
  public List<TaskReport> all() {
    return queries.children(session.id()).stream().map(this::report).toList();
  }

  @Override
  public List<TaskReport> pending() {
    return all().stream().filter(task -> !task.status().isOver()).toList();
  }

  @Override
  public Optional<TaskReport> find(SessionId child) {
    nonNull(child, "child");
    return all().stream().filter(task -> task.child().equals(child)).findFirst();
  }

  @Override
  public boolean cancel(SessionId child) {
    nonNull(child, "child");
    return cancel(child, AfterCancel.REST);
  }

  @Override
  public boolean cancel(SessionId child, AfterCancel after) {
    nonNull(child, "child");
    nonNull(after, "after");
    boolean isCancelled =
        find(child).filter(task -> !task.status().isOver()).isPresent()
            && runs.cancellation()
                .cancel(child, RunId.firstOf(child), "user", "cancelled through its parent");
    if (isCancelled
        && after == AfterCancel.TELL_MODEL
        && queries.state(session.id()).running().isEmpty()) {
      steer("The task %s that you gave away was cancelled by the user.".formatted(child));
    }
    return isCancelled;
  }

  private void steer(String text) {
    prompts.send(Ask.of(text).whenBusy(WhenBusy.STEER));
  }

  private TaskReport report(SessionRow row) {
    var state = queries.state(row.session());
    var run = queries.run(RunId.firstOf(row.session()));
    return new TaskReport(
        row.session(),
        row.agent(),
        ((SessionOrigin.Delegated) state.profile().origin()).mode(),
        run.map(RunSnapshot::title).orElse(""),
        run.map(HostTasks::status).orElse(TaskReport.Status.RUNNING),
        state.totals().usage(),
        row.openedAt(),
        new TaskProgressReader(queries).of(row.session(), row.tail()));
  }

  private static TaskReport.Status status(RunSnapshot run) {
    return switch (run.status()) {
      case CREATED, PLANNING, EXECUTING, VERIFYING -> TaskReport.Status.RUNNING;
      case WAITING -> run.isDriven() ? TaskReport.Status.WAITING : TaskReport.Status.INTERRUPTED;
      case COMPLETED -> TaskReport.Status.COMPLETED;
      case FAILED -> TaskReport.Status.FAILED;
      case CANCELLED -> TaskReport.Status.CANCELLED;
    };
  }
}
