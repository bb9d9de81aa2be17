package dev.drover.testkit.sim;

import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Journal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The laws between the journal of a session and those of its children: what a child is given (F2),
/// what its end wakes (F3), what its end is (F4, F5), and that no child works on for a cancelled
/// parent (B6).
final class TreeAudit implements LawCheck {
  private static final int DEEPEST = 3;

  /// The id of the message that cancels a child whose parent no longer waits.
  private static final InputId NOBODY_WAITS = new InputId("nobody waits");

  private final LawViolations violations;
  private final Map<SessionId, Node> nodes = new HashMap<>();

  private static final class Node {
    private final Map<SessionId, Task> tasks = new LinkedHashMap<>();
    private String workspace = "";
    private int depth;
    private @Nullable SessionId parent;
    private String prompt = "";
    private boolean isWorking;
    private @Nullable RunOutcome outcome;
    private Usage used = Usage.NONE;

    /// The usage when its task was done. Its own children may have continued it since.
    private Usage usedForWork = Usage.NONE;
  }

  private static final class Task {
    private final Event.TaskStarted started;
    private boolean ended;

    Task(Event.TaskStarted started) {
      this.started = started;
    }
  }

  TreeAudit(LawViolations violations) {
    this.violations = violations;
  }

  /// The run of a child's task has the id of the child.
  private static boolean isTask(SessionId session, RunId run) {
    return run.value().equals(session.value());
  }

  @Override
  public void appended(Journal.Append append, List<RecordedEvent> events) {
    var session = append.session();
    var node = nodes.computeIfAbsent(session, _ -> new Node());
    for (var entry : events) {
      switch (entry.event()) {
        case Event.SessionOpened opened -> opened(node, opened);
        case Event.SessionForked forked -> forked(node, forked);
        case Event.RunAccepted(var run, var prompt, var limits) -> {
          if (node.depth > 0 && isTask(session, run)) {
            node.isWorking = true;
            node.prompt = words(prompt.text());
            requireAccount(session, limits.budgets());
          }
        }
        case Event.ModelReplied replied -> node.used = node.used.plus(replied.reply().usage());
        case Event.TaskStarted started ->
            node.tasks.putIfAbsent(started.child(), new Task(started));
        case Event.TaskEnded ended -> ended(session, node, ended, events);
        case Event.RunFinished finished -> finished(session, node, finished);
        case Event.OfSession _, Event.OfRun _ -> {}
      }
    }
    requireNoForegroundTaskOfTheStopped(session, node, events);
    if (NOBODY_WAITS.equals(append.consumed())) {
      violations.require(
          node.outcome instanceof RunOutcome.Cancelled,
          "B6",
          "%s was cancelled by its parent, and its run is %s",
          session,
          node.outcome);
    }
  }

  private void opened(Node node, Event.SessionOpened opened) {
    node.workspace = opened.workspace();
    if (opened.origin() instanceof SessionOrigin.Delegated(var parent, _, var mode, var depth)) {
      node.depth = depth;
      node.parent = parent;
      var above = nodes.get(parent);
      var task = above == null ? null : above.tasks.get(opened.session());
      if (above == null || task == null) {
        violations.add("F1", "%s was given nothing by %s".formatted(opened.session(), parent));
        return;
      }
      violations.require(
          above.workspace.equals(node.workspace)
              && depth == above.depth + 1
              && depth <= DEEPEST
              && mode == task.started.mode(),
          "F2",
          "%s is not what %s has begun with %s",
          opened,
          parent,
          task.started);
    }
  }

  /// It starts in the state of its source, and has no parent.
  private void forked(Node node, Event.SessionForked forked) {
    var source = nodes.get(forked.source());
    node.workspace = forked.workspace();
    node.depth = source == null ? 0 : source.depth;
  }

  private void requireAccount(SessionId child, BudgetSet budgets) {
    var account = budgets.account();
    violations.require(
        account != null && account.name().equals(SimHost.ACCOUNT),
        "F2",
        "%s does not draw on the account of its parent, but on %s",
        child,
        account);
  }

  private void ended(
      SessionId session, Node node, Event.TaskEnded ended, List<RecordedEvent> events) {
    var task = node.tasks.get(ended.child());
    var child = nodes.get(ended.child());
    if (task == null) {
      return; // SessionAudit says so.
    }
    task.ended = true;
    var outcome = child == null ? null : child.outcome;
    // A parent that no longer waits has not received the child's end, and counts nothing.
    if (ended.status() == TaskStatus.CANCELLED && ended.usage().equals(Usage.NONE)) {
      return;
    }
    violations.require(
        outcome != null && ended.status() == status(outcome),
        "F4",
        "session %s says that %s, and the child that it is %s",
        session,
        ended,
        outcome);
    violations.require(
        child != null && ended.usage().equals(child.usedForWork),
        "F5",
        "session %s says that %s, and the child has used %s",
        session,
        ended,
        child == null ? null : child.usedForWork);
    // Users who cancel a task know it, and an idle session starts no run for that.
    if (task.started.mode() == TaskMode.BACKGROUND && ended.status() != TaskStatus.CANCELLED) {
      violations.require(
          events.stream().anyMatch(entry -> deliversEndOf(entry.event(), ended.child())),
          "F3",
          "session %s did not receive %s",
          session,
          ended);
    }
  }

  private static TaskStatus status(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed _, RunOutcome.HandedOff _ -> TaskStatus.COMPLETED;
      case RunOutcome.Failed _ -> TaskStatus.FAILED;
      case RunOutcome.Cancelled _ -> TaskStatus.CANCELLED;
    };
  }

  /// Whether the event delivers the end of that child.
  private static boolean deliversEndOf(Event event, SessionId child) {
    return switch (event) {
      case Event.RunAccepted(_, var prompt, _) -> names(prompt.text(), child);
      case Event.TextSteered steered -> names(steered.text(), child);
      case Event.OfSession _, Event.OfRun _ -> false;
    };
  }

  private static boolean names(Text text, SessionId child) {
    return words(text).contains(child.value());
  }

  private static String words(Text text) {
    return text instanceof Text.Inline(var words) ? words : "";
  }

  /// The answer of the child that got this prompt.
  @Nullable String answer(SessionId parent, String prompt) {
    for (var node : nodes.values()) {
      if (parent.equals(node.parent)
          && node.prompt.equals(prompt)
          && node.outcome instanceof RunOutcome.Completed(var text, _, _)) {
        return words(text);
      }
    }
    return null;
  }

  private void finished(SessionId session, Node node, Event.RunFinished finished) {
    if (node.depth > 0 && isTask(session, finished.run())) {
      node.isWorking = false;
      node.outcome = finished.outcome();
      node.usedForWork = node.used;
    }
  }

  /// The foreground tasks of a call end with it.
  private void requireNoForegroundTaskOfTheStopped(
      SessionId session, Node node, List<RecordedEvent> events) {
    for (var entry : events) {
      if (entry.event() instanceof Event.RunFinished(var run, RunOutcome.Cancelled _, _)) {
        for (var task : node.tasks.values()) {
          violations.require(
              task.ended
                  || !task.started.run().equals(run)
                  || task.started.mode() == TaskMode.BACKGROUND,
              "B6",
              "run %s of session %s is cancelled, and %s goes on",
              run,
              session,
              task.started.child());
        }
      }
    }
  }

  @Override
  public void ignored(SessionId session, InputId input) {
    var node = nodes.get(session);
    violations.require(
        !input.equals(NOBODY_WAITS) || node == null || !node.isWorking,
        "B6",
        "%s was cancelled by its parent, and continues",
        session);
  }
}
