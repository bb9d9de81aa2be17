package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The decisions about work that children do. A task that was started ends once: with the word of
/// its child, or because the session, or the call that waits for it, has ended before.
final class Tasks {
  private Tasks() {}

  static Decision announced(Draft draft, CallSite site, Input.TaskAnnounced announced) {
    if (!(site.call().stage() instanceof OpenCall.Stage.Started)) {
      return new Ignore(Why.STALE, "no call is running under " + site.effect());
    }
    // Also when the child has ended: an attempt that comes after a crash starts nothing again.
    if (site.call().child() != null) {
      return new Ignore(Why.NOTHING_TO_DO, site.call().child() + " was given it already");
    }
    var next = draft.state().annals().chain().next();
    if (announced.mode() == TaskMode.BACKGROUND && next != null) {
      // Its end would begin a run, and nothing begins here any more.
      return Succession.handedOff(next);
    }
    if (draft.state().annals().tasks().size() >= Task.MOST) {
      return new Ignore(Why.BUSY, Task.MOST + " tasks are going already");
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

  /// What a run has brought along holds for those that it leads to. A call of the host has none.
  private static @Nullable Limits limits(
      SessionState state, CallSite site, Input.TaskAnnounced announced) {
    return announced.mode() == TaskMode.BACKGROUND && !state.isRunning(site.run())
        ? announced.limits()
        : null;
  }

  static Decision finished(Draft draft, Input.TaskFinished finished) {
    var found =
        draft.state().annals().tasks().stream()
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

  private static Decision settle(Draft draft, Task task, TaskEnd end) {
    draft.add(
        new Event.ToolSettled(
            task.run(), task.call(), outcome(end), end.labels(), task.child().value()));
    return Turns.proceed(draft);
  }

  private static ToolOutcome outcome(TaskEnd end) {
    return switch (end.status()) {
      case COMPLETED -> new ToolOutcome.Succeeded(end.text());
      case FAILED, CANCELLED -> new ToolOutcome.Failed(end.text());
    };
  }

  /// A run that is going hears it; otherwise one begins, unless people have cancelled the task:
  /// they know, and did not ask for work.
  private static Decision wake(Draft draft, Task task, TaskEnd end) {
    var key = new RunKey("task " + task.child());
    var running = draft.state().running();
    if (running.isPresent()) {
      return draft.add(new Event.TextSteered(running.get().run(), end.note(), key)).commit();
    }
    if (end.status() == TaskStatus.CANCELLED) {
      return draft.commit();
    }
    Prompts.begin(
        draft,
        new RunId("w-" + task.child()),
        new Prompt(end.note(), Prompt.History.OWN, key),
        task.limits());
    return draft.commit();
  }

  /// Nobody waits any more: what is still going is over for this session, and its child is told.
  static void end(Draft draft, Predicate<Task> meant) {
    if (draft.state().annals().tasks().isEmpty()) {
      return;
    }
    for (var task : draft.state().annals().tasks()) {
      if (meant.test(task)) {
        draft.add(new Event.TaskEnded(task.child(), TaskStatus.CANCELLED, Usage.NONE));
      }
    }
  }

  /// The call has an outcome: a task that it waited for is over. So is one that it did not get
  /// under way: whoever was told that the call failed waits for nothing more.
  static void settled(Draft draft, EffectId call, ToolOutcome outcome) {
    boolean isUnderWay = outcome instanceof ToolOutcome.Succeeded;
    end(
        draft,
        task -> task.call().equals(call) && (task.mode() == TaskMode.FOREGROUND || !isUnderWay));
  }
}
