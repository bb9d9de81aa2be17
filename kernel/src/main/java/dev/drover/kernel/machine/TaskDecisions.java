package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Usage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The decisions about tasks of children. A started task ends once: with the report of its child,
/// or earlier with the session or the call that waits for it.
final class TaskDecisions {
  private TaskDecisions() {}

  static Decision announced(Draft draft, OpenCallContext site, Input.TaskAnnounced announced) {
    if (!(site.call().stage() instanceof OpenCall.Stage.Started)) {
      return new Ignore(Why.STALE, "no call is running under " + site.effect());
    }
    // Also when the child has ended: an attempt after a crash starts nothing again.
    if (site.call().child() != null) {
      return new Ignore(Why.NOTHING_TO_DO, site.call().child() + " was given it already");
    }
    var next = draft.state().records().chain().successor();
    if (announced.mode() == TaskMode.BACKGROUND && next != null) {
      // Its end would begin a run, and no further work begins in this session.
      return HandOffDecisions.handedOff(next);
    }
    if (draft.state().records().tasks().size() >= OpenTask.MOST) {
      return new Ignore(Why.BUSY, OpenTask.MOST + " tasks are going already");
    }
    return draft
        .add(
            new Event.TaskStarted(
                site.run(),
                site.effect(),
                announced.child(),
                announced.agent(),
                announced.mode(),
                limits(draft.state(), site, announced)))
        .commit();
  }

  /// The limits of a run apply to the runs that follow from it. A call of the host has none.
  private static @Nullable RunLimits limits(
      SessionState state, OpenCallContext site, Input.TaskAnnounced announced) {
    return announced.mode() == TaskMode.BACKGROUND && !state.isRunning(site.run())
        ? announced.limits()
        : null;
  }

  static Decision finished(Draft draft, Input.TaskFinished finished) {
    var found =
        draft.state().records().tasks().stream()
            .filter(task -> task.child().equals(finished.child()))
            .findFirst();
    if (found.isEmpty()) {
      return new Ignore(Why.STALE, "no task of %s is going".formatted(finished.child()));
    }
    var task = found.get();
    var end = finished.end();
    draft.add(new Event.TaskEnded(task.child(), end.status(), end.usage()));
    return switch (task.mode()) {
      case FOREGROUND -> settle(draft, task, end);
      case BACKGROUND -> wake(draft, task, end);
    };
  }

  private static Decision settle(Draft draft, OpenTask task, TaskOutcome end) {
    draft.add(
        new Event.ToolSettled(
            task.run(), task.call(), outcome(end), end.labels(), task.child().value()));
    return TurnDecisions.proceed(draft);
  }

  private static ToolOutcome outcome(TaskOutcome end) {
    return switch (end.status()) {
      case COMPLETED -> new ToolOutcome.Succeeded(end.text());
      case FAILED, CANCELLED -> new ToolOutcome.Failed(end.text());
    };
  }

  /// A current run receives the report; otherwise a run begins, unless people have cancelled the
  /// task: they know, and did not request work.
  private static Decision wake(Draft draft, OpenTask task, TaskOutcome end) {
    var key = new RunKey("task " + task.child());
    var running = draft.state().running();
    if (running.isPresent()) {
      return draft.add(new Event.TextSteered(running.get().run(), end.note(), key)).commit();
    }
    if (end.status() == TaskStatus.CANCELLED) {
      return draft.commit();
    }
    PromptDecisions.begin(
        draft,
        new RunId("w-" + task.child()),
        new Prompt(end.note(), Prompt.History.OWN, key),
        task.limits());
    return draft.commit();
  }

  /// Nothing waits for these tasks any more: they end in this session, and the child is notified.
  static void end(Draft draft, Predicate<OpenTask> meant) {
    if (draft.state().records().tasks().isEmpty()) {
      return;
    }
    for (var task : draft.state().records().tasks()) {
      if (meant.test(task)) {
        draft.add(new Event.TaskEnded(task.child(), TaskStatus.CANCELLED, Usage.NONE));
      }
    }
  }

  /// The call has an outcome, so a task that it waited for has ended. The same applies to a task
  /// that it failed to start: after a failed call the model expects no report.
  static void settled(Draft draft, EffectId call, ToolOutcome outcome) {
    boolean isUnderWay = outcome instanceof ToolOutcome.Succeeded;
    end(
        draft,
        task -> task.call().equals(call) && (task.mode() == TaskMode.FOREGROUND || !isUnderWay));
  }
}
