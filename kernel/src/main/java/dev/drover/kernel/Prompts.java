package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import java.util.Objects;
import java.util.function.Predicate;

/// The decisions about prompts: those that begin a run, and those that meet one which is going.
final class Prompts {
  private Prompts() {}

  static Decision accepted(Draft draft, Input.Prompted prompted) {
    var next = draft.state().annals().chain().next();
    if (next != null) {
      return Succession.handedOff(next);
    }
    accept(
        draft,
        new Backlog.Queued(
            prompted.run(), prompted.prompt(), prompted.recipe(), prompted.limits()));
    return draft.commit();
  }

  /// A run that has nothing left to spend ends where it begins, before the model is asked.
  private static void accept(Draft draft, Backlog.Queued next) {
    if (!next.recipe().equals(draft.state().profile().recipe())) {
      draft.add(new Event.RecipeAdopted(next.recipe()));
    }
    draft.add(new Event.RunAccepted(next.run(), next.prompt(), next.limits()));
    var exhausted = Budgeting.exhaustedBefore(draft);
    if (exhausted != null) {
      draft.add(
          new Event.RunFinished(
              next.run(), new RunOutcome.Failed(exhausted, Text.EMPTY), Usage.NONE));
    }
  }

  /// Begins a run that the session gives itself.
  static void begin(Draft draft, RunId run, Prompt prompt, Limits limits) {
    var recipe = Objects.requireNonNull(draft.state().profile().recipe(), "a session has a recipe");
    accept(draft, new Backlog.Queued(run, prompt, recipe, limits));
  }

  /// Begins the run that has waited longest. A run's end and the next one's beginning are one
  /// commit: nothing can come between them.
  static void acceptNext(Draft draft) {
    while (draft.state().phase() instanceof Phase.Idle
        && !draft.state().backlog().queue().isEmpty()) {
      accept(draft, draft.state().backlog().queue().getFirst());
    }
  }

  static Decision metBusy(Draft draft, RunFrame going, Input.Prompted prompted) {
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

  private static Decision steered(Draft draft, RunFrame going, Prompt prompt) {
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
  static void withdraw(Draft draft, Predicate<RunId> meant, RunOutcome outcome) {
    for (var queued : draft.state().backlog().queue()) {
      if (meant.test(queued.run())) {
        draft.add(new Event.RunFinished(queued.run(), outcome, Usage.NONE));
      }
    }
  }
}
