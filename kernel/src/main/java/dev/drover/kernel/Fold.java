package dev.drover.kernel;

import dev.drover.kernel.Phase.Acting;
import dev.drover.kernel.Phase.Thinking;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One step of the fold, a method per kind of event; those of a call are in [CallFold]. See
/// [SessionState#after] for its law.
final class Fold {
  private Fold() {}

  static SessionState after(SessionState before, Recorded entry) {
    var old = before.position();
    var state =
        Budgeting.paused(before, entry).at(new Position(entry.seq(), entry.at(), old.effects()));
    if (isLate(state, entry.event())) {
      return state;
    }
    return switch (entry.event()) {
      case Event.OfSession about -> after(state, about);
      case Event.OfCall about -> CallFold.after(state, about, entry.at());
      case Event.RunAccepted accepted -> accepted(state, accepted);
      case Event.PromptQueued(var run, var prompt, var recipe, var limits) ->
          state.with(state.backlog().plus(new Backlog.Queued(run, prompt, recipe, limits)));
      case Event.TextSteered steered -> state.with(state.backlog().plus(steered.message()));
      case Event.DirectCallAccepted accepted -> called(state, accepted);
      case Event.ModelReplied replied -> replied(state, replied.reply());
      case Event.ModelFailed failed -> failed(state, failed);
      case Event.ModelReplaced(_, _, _, _, var fallback) -> replaced(state, fallback);
      case Event.ReplyInterrupted(_, _, var partial) -> interrupted(state, partial);
      case Event.AnswerRejected rejected -> rejected(state, rejected);
      case Event.ToolsPlanned(_, var calls) -> planned(state, calls);
      case Event.BudgetWarned(_, var payer, var measure, _, _) ->
          state.with(state.totals().spending().warned(payer, measure));
      case Event.RunRecovered recovered -> recovered(state, recovered);
      case Event.RunFinished(var run, var outcome, _) -> finished(state, run, outcome);
      case Event.UndoOrdered _ -> throw new JournalOutOfOrder("a run that is going is not undone");
    };
  }

  private static SessionState after(SessionState state, Event.OfSession event) {
    return switch (event) {
      case Event.SessionOpened opened -> opened(state, opened);
      case Event.SessionForked forked -> Forking.after(state, forked);
      case Event.SessionHandedOff(var to, _) -> state.with(state.annals().handedTo(to.successor()));
      case Event.RecipeAdopted(var recipe) -> state.with(state.profile().with(recipe));
      case Event.HistoryCleared _ ->
          state
              .with(Conversation.EMPTY)
              .with(state.profile().forgetting())
              .with(state.annals().setBack(0));
      case Event.OutcomeEdited edited -> Editing.after(state, edited);
      case Event.HistoryCompacted(var shortening) -> Compacting.shortened(state, shortening);
      case Event.CompactionDenied _ -> Compacting.denied(state);
      case Event.CompactionFailed(var failure) -> Compacting.failed(state, failure);
      case Event.BudgetsSet(var budgets, _) -> state.with(state.totals().spending().set(budgets));
      case Event.VerificationRecorded(var report) -> state.with(state.annals().plus(report));
      case Event.CompletionMade(var shot) -> state.with(Budgeting.askedBeside(state, shot));
      case Event.TaskEnded(var child, _, _) -> state.with(state.annals().without(child));
      case Event.PromptDenied _ -> state;
    };
  }

  /// A run's first end is its end: what is recorded about it afterwards changes nothing.
  private static boolean isLate(SessionState state, Event event) {
    return event instanceof Event.OfRun about
        && !begins(about)
        && !state.isRunning(about.run())
        && state.direct(about.run()).isEmpty()
        && !(about instanceof Event.RunFinished && state.backlog().queued(about.run()).isPresent());
  }

  private static boolean begins(Event.OfRun event) {
    return event instanceof Event.RunAccepted
        || event instanceof Event.PromptQueued
        || event instanceof Event.DirectCallAccepted;
  }

  private static SessionState opened(SessionState state, Event.SessionOpened opened) {
    in(state, Phase.Unopened.class);
    var profile =
        new Profile(
            opened.session(),
            opened.agent(),
            opened.workspace(),
            null,
            List.of(),
            List.of(),
            opened.identity(),
            opened.origin());
    return state.with(profile).with(Phase.IDLE);
  }

  private static SessionState accepted(SessionState state, Event.RunAccepted accepted) {
    in(state, Phase.Idle.class);
    var base = state.conversation();
    var start =
        switch (accepted.prompt().history()) {
          case Prompt.History.Own _ -> base;
          case Prompt.History.Given(var messages) -> Conversation.of(messages);
        };
    var frame =
        new RunFrame(
            accepted.run(),
            accepted.limits(),
            new RunFrame.Brief(accepted.prompt().history(), accepted.prompt().answer()),
            base,
            1,
            Usage.NONE,
            RunFrame.Trace.NONE,
            Vigil.START);
    return thinking(
        state
            .with(
                start.plus(accepted.prompt().message()),
                Budgeting.begun(state, accepted.limits().budgets()))
            .with(state.backlog().without(accepted.run())),
        frame);
  }

  private static SessionState called(SessionState state, Event.DirectCallAccepted accepted) {
    if (state.phase() instanceof Phase.Unopened) {
      throw new JournalOutOfOrder("a call in a session that was never opened");
    }
    var calls = new ArrayList<>(state.direct());
    calls.add(new DirectCall(accepted.run(), accepted.by(), new OpenCall(accepted.call()), 0));
    var position = state.position();
    long named = accepted.call().effect().ordinal();
    return state.at(new Position(position.seq(), position.at(), named)).with(calls);
  }

  private static SessionState hearing(SessionState state) {
    if (state.backlog().steering().isEmpty()) {
      return state;
    }
    var conversation = state.conversation();
    for (var message : state.backlog().steering()) {
      conversation = conversation.plus(message);
    }
    return state.with(conversation).with(state.backlog().heard());
  }

  /// The model is asked under a fresh name, and hears what was said meanwhile.
  static SessionState thinking(SessionState before, RunFrame frame) {
    var state = hearing(before);
    var position = state.position();
    var effect = position.nextEffect();
    return state.at(
        new Position(position.seq(), position.at(), effect.ordinal()),
        new Thinking(frame, effect, 1, 0, Instant.EPOCH));
  }

  private static SessionState replied(SessionState state, ModelReply reply) {
    var thinking = in(state, Thinking.class);
    var used = reply.usage();
    var counted = reply.hasCalls() ? state.totals().replied(used) : state.totals().answered(used);
    var said = new Message.Assistant(reply.blocks(), Message.Ending.WHOLE);
    var frame = thinking.frame().using(used);
    var then =
        new Thinking(
            frame, thinking.effect(), thinking.attempt(), thinking.hits(), thinking.notBefore());
    var next = state.with(state.conversation().plus(said), then, Budgeting.replied(counted, used));
    boolean wasSteered = !state.backlog().steering().isEmpty();
    // Who was told something while it gave its last answer has not answered yet.
    return wasSteered && !reply.hasCalls() && !next.isLastCall(frame)
        ? thinking(next, frame.spokenTo())
        : next;
  }

  private static SessionState failed(SessionState state, Event.ModelFailed failed) {
    var thinking = in(state, Thinking.class);
    int hits =
        thinking.hits() + (failed.failure().retry() instanceof Failure.Retry.Throttled ? 1 : 0);
    return state.with(
        new Thinking(
            thinking.frame(), thinking.effect(), failed.attempt() + 1, hits, failed.retryAt()));
  }

  /// From here to the end of the run requests are built for the other model, and its tokens have
  /// its price. What the first one did not sum up the other one may.
  private static SessionState replaced(SessionState state, Fallback fallback) {
    var frame = in(state, Thinking.class).frame();
    var next = Budgeting.replaced(state, fallback).with(state.annals().setBack(0));
    return Compacting.askedAgain(
        next.with(state.profile().withModel(fallback.model())),
        frame.replaced(state.profile().model()));
  }

  private static SessionState interrupted(SessionState state, Text partial) {
    in(state, Thinking.class);
    List<Block> blocks = partial.isEmpty() ? List.of() : List.of(new Block.Prose(partial));
    var said = new Message.Assistant(blocks, Message.Ending.INTERRUPTED);
    return state.with(state.conversation().plus(said));
  }

  private static SessionState rejected(SessionState state, Event.AnswerRejected rejected) {
    var frame = in(state, Thinking.class).frame();
    return thinking(state.with(state.conversation().plus(rejected.message())), frame.rejected());
  }

  private static SessionState planned(SessionState state, List<PlannedCall> calls) {
    var frame = in(state, Thinking.class).frame();
    var open = new ArrayList<OpenCall>(calls.size());
    for (var call : calls) {
      open.add(new OpenCall(call));
    }
    var position = state.position();
    long named = calls.getLast().effect().ordinal();
    return state.at(
        new Position(position.seq(), position.at(), named), new Acting(frame, Few.copyOf(open)));
  }

  private static SessionState recovered(SessionState state, Event.RunRecovered event) {
    var cause = event.cause();
    if (state.direct(event.run()).isPresent()) {
      var calls = new ArrayList<>(state.direct());
      calls.replaceAll(
          call ->
              call.run().equals(event.run())
                  ? call.takenOver(cause).with(CallFold::withoutOutcome)
                  : call);
      return state.with(calls);
    }
    return switch (state.phase()) {
      case Thinking(var frame, var effect, var attempt, var hits, var notBefore) ->
          state.with(new Thinking(frame.takenOver(cause), effect, attempt, hits, notBefore));
      case Acting acting -> state.with(CallFold.withoutLost(state, acting, event));
      case Phase.Unopened _, Phase.Idle _ -> throw new JournalOutOfOrder("no run to recover");
    };
  }

  /// One that was waiting for its turn leaves the queue, and nothing else changes.
  private static SessionState finished(SessionState state, RunId run, RunOutcome outcome) {
    return state.isRunning(run)
        ? finished(state, outcome)
        : state.with(state.backlog().without(run));
  }

  private static SessionState finished(SessionState before, RunOutcome outcome) {
    var frame = in(before, Thinking.class).frame();
    var state = rested(Budgeting.ended(before), frame);
    var keeps =
        switch (outcome) {
          case RunOutcome.Completed _, RunOutcome.Cancelled _, RunOutcome.HandedOff _ -> true;
          // What failed leaves no trace, unless the world may have changed: the model must know.
          case RunOutcome.Failed(_, var text) ->
              frame.trace() == RunFrame.Trace.TOOLS_STARTED || !text.isEmpty();
        };
    var own = frame.brief().history() instanceof Prompt.History.Own;
    var totals =
        outcome instanceof RunOutcome.Completed completed
            ? state.totals().responded(completed)
            : state.totals();
    return (keeps && own ? state : state.with(frame.base()))
        .with(state.backlog().heard())
        .with(Phase.IDLE, totals);
  }

  /// The next run begins with the model that this one was given to.
  static SessionState rested(SessionState state, RunFrame run) {
    var own = run.brief().model();
    return own == null ? state : state.with(state.profile().withModel(own));
  }

  static <P extends Phase> P in(SessionState state, Class<P> phase) {
    if (phase.isInstance(state.phase())) {
      return phase.cast(state.phase());
    }
    throw new JournalOutOfOrder(
        "event %d needs the session to be %s, it is %s"
            .formatted(
                state.position().seq(),
                phase.getSimpleName(),
                state.phase().getClass().getSimpleName()));
  }
}
