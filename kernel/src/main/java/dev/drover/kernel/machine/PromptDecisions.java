package dev.drover.kernel.machine;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.Objects;
import java.util.function.Predicate;

/// The decisions about prompts: those that begin a run, and those that arrive during one.
final class PromptDecisions {
  private PromptDecisions() {}

  static Decision accepted(Draft draft, Input.Prompted prompted) {
    var next = draft.state().records().chain().successor();
    if (next != null) {
      return HandOffDecisions.handedOff(next);
    }
    accept(
        draft,
        new Backlog.Queued(
            prompted.run(), prompted.prompt(), prompted.recipe(), prompted.limits()));
    return draft.commit();
  }

  /// A run with an exhausted budget ends where it begins, before the model is called.
  private static void accept(Draft draft, Backlog.Queued next) {
    if (!next.recipe().equals(draft.state().profile().recipe())) {
      draft.add(new Event.RecipeAdopted(next.recipe()));
    }
    draft.add(new Event.RunAccepted(next.run(), next.prompt(), next.limits()));
    var exhausted = BudgetRules.exhaustedBeforeStart(draft);
    if (exhausted != null) {
      draft.add(
          new Event.RunFinished(
              next.run(), new RunOutcome.Failed(exhausted, Text.EMPTY), Usage.NONE));
    }
  }

  /// Begins a run that the session starts itself.
  static void begin(Draft draft, RunId run, Prompt prompt, RunLimits limits) {
    var recipe = Objects.requireNonNull(draft.state().profile().recipe(), "a session has a recipe");
    accept(draft, new Backlog.Queued(run, prompt, recipe, limits));
  }

  /// Begins the oldest queued run. A run's end and the next one's beginning are one commit: nothing
  /// can come between them.
  static void acceptNext(Draft draft) {
    while (draft.state().phase() instanceof SessionPhase.Idle
        && !draft.state().backlog().queue().isEmpty()) {
      accept(draft, draft.state().backlog().queue().getFirst());
    }
  }

  static Decision promptedDuringRun(Draft draft, RunState going, Input.Prompted prompted) {
    return switch (prompted.whenBusy()) {
      case REFUSE -> new Ignore(Why.BUSY, "run " + going.run() + " is going");
      case QUEUE -> queued(draft, prompted);
      case STEER -> steered(draft, going, prompted.prompt());
    };
  }

  private static Decision queued(Draft draft, Input.Prompted prompted) {
    if (draft.state().backlog().queue().size() >= Backlog.MOST) {
      return new Ignore(Why.BUSY, Backlog.MOST + " prompts are waiting already");
    }
    return draft
        .add(
            new Event.PromptQueued(
                prompted.run(), prompted.prompt(), prompted.recipe(), prompted.limits()))
        .commit();
  }

  private static Decision steered(Draft draft, RunState going, Prompt prompt) {
    if (prompt.history() instanceof Prompt.History.Given) {
      return new Ignore(
          Why.NOT_ALLOWED, "a prompt with a history of its own cannot go into another run");
    }
    if (prompt.answer() instanceof AnswerType.Json) {
      return new Ignore(
          Why.NOT_ALLOWED,
          "a prompt that wants JSON is a run of its own: the run going has its own");
    }
    if (draft.state().backlog().steering().size() >= Backlog.MOST) {
      return new Ignore(Why.BUSY, Backlog.MOST + " texts wait for the run's next request already");
    }
    return draft
        .add(
            new Event.TextSteered(
                going.run(), prompt.text(), prompt.media(), prompt.key(), prompt.rewording()))
        .commit();
  }

  /// Ends runs that have not begun.
  static void cancelQueued(Draft draft, Predicate<RunId> meant, RunOutcome outcome) {
    for (var queued : draft.state().backlog().queue()) {
      if (meant.test(queued.run())) {
        draft.add(new Event.RunFinished(queued.run(), outcome, Usage.NONE));
      }
    }
  }
}
