package dev.drover.kernel.machine;

import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.machine.SessionPhase.Thinking;
import dev.drover.kernel.machine.SessionPhase.Verifying;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One step of the fold, a method per kind of event; those of a call are in [CallFold]. See
/// [SessionState#after] for its law.
final class Fold {
  private Fold() {}

  static SessionState after(SessionState before, RecordedEvent entry) {
    var old = before.position();
    var state =
        BudgetRules.withoutIdleTime(before, entry)
            .at(new JournalPosition(entry.seq(), entry.at(), old.effects()));
    if (isLate(state, entry.event())) {
      return state;
    }
    return switch (entry.event()) {
      case Event.OfSession about -> after(state, about);
      case Event.OfCall about -> CallFold.after(state, about, entry.at());
      case Event.RunAccepted accepted -> accepted(state, accepted);
      case Event.PromptQueued(var run, var prompt, var recipe, var limits) ->
          state.with(state.backlog().plus(new Backlog.Queued(run, prompt, recipe, limits)));
      case Event.TextSteered steered -> steered(state, steered);
      case Event.DirectCallAccepted accepted -> called(state, accepted);
      case Event.ModelReplied replied -> replied(state, replied.reply());
      case Event.ModelFailed failed -> failed(state, failed);
      case Event.ModelReplaced(_, _, _, _, var fallback) -> replaced(state, fallback);
      case Event.ReplyInterrupted(_, _, var partial) -> interrupted(state, partial);
      case Event.AnswerRejected rejected -> rejected(state, rejected);
      case Event.OfVerification about -> VerificationDecisions.after(state, about);
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
      case Event.SessionForked forked -> ForkDecisions.after(state, forked);
      case Event.SessionHandedOff(var to, _) ->
          state.with(state.records().withSuccessor(to.successor()));
      case Event.RecipeAdopted(var recipe) -> state.with(state.profile().with(recipe));
      case Event.HistoryCleared _ ->
          state
              .with(Conversation.EMPTY)
              .with(state.profile().withoutLabels())
              .with(state.records().withFailedCompaction(0));
      case Event.OutcomeEdited edited -> EditDecisions.after(state, edited);
      case Event.HistoryCompacted(var applied) -> CompactionDecisions.shortened(state, applied);
      case Event.CompactionDenied _ -> CompactionDecisions.denied(state);
      case Event.CompactionFailed(var failure) -> CompactionDecisions.failed(state, failure);
      case Event.BudgetsSet(var budgets, _, var origin) ->
          state.with(state.totals().spending().set(budgets, origin));
      case Event.VerificationRecorded(var report) -> state.with(state.records().plus(report));
      case Event.CompletionMade(var shot) -> state.with(BudgetRules.oneShotCharged(state, shot));
      case Event.TaskEnded(var child, _, _) -> state.with(state.records().without(child));
      case Event.PromptDenied _ -> state;
    };
  }

  /// The first end of a run is final: later events about it change nothing.
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
    requirePhase(state, SessionPhase.Unopened.class);
    var profile =
        new SessionProfile(
            opened.session(),
            opened.agent(),
            opened.workspace(),
            null,
            List.of(),
            List.of(),
            opened.identity(),
            opened.origin());
    return state.with(profile).with(SessionPhase.IDLE);
  }

  private static SessionState accepted(SessionState state, Event.RunAccepted accepted) {
    requirePhase(state, SessionPhase.Idle.class);
    var base = state.conversation();
    var start =
        switch (accepted.prompt().history()) {
          case Prompt.History.Own _ -> base;
          case Prompt.History.Given(var messages) -> Conversation.of(messages);
        };
    var frame =
        new RunState(
            accepted.run(),
            accepted.limits(),
            new RunState.RunRequest(accepted.prompt().history(), accepted.prompt().answer()),
            base,
            1,
            Usage.NONE,
            RunState.SideEffects.NONE,
            RunProgress.START);
    return thinking(
        state
            .with(
                start.plus(accepted.prompt().message()),
                BudgetRules.begun(state, accepted.limits().budgets()))
            .with(state.backlog().without(accepted.run())),
        frame);
  }

  private static SessionState called(SessionState state, Event.DirectCallAccepted accepted) {
    if (state.phase() instanceof SessionPhase.Unopened) {
      throw new JournalOutOfOrder("a call in a session that was never opened");
    }
    var calls = new ArrayList<>(state.direct());
    calls.add(new DirectCall(accepted.run(), accepted.by(), new OpenCall(accepted.call()), 0));
    var position = state.position();
    long named = accepted.call().effect().ordinal();
    return state.at(new JournalPosition(position.seq(), position.at(), named)).with(calls);
  }

  private static SessionState withWaitingTexts(SessionState state) {
    if (state.backlog().steering().isEmpty()) {
      return state;
    }
    var conversation = state.conversation();
    for (var message : state.backlog().steering()) {
      conversation = conversation.plus(message);
    }
    return state.with(conversation).with(state.backlog().withoutSteering());
  }

  /// Calls the model under a fresh id, with the texts that arrived meanwhile.
  static SessionState thinking(SessionState before, RunState frame) {
    var state = withWaitingTexts(before);
    var position = state.position();
    var effect = position.nextEffect();
    return state.at(
        new JournalPosition(position.seq(), position.at(), effect.ordinal()),
        new Thinking(frame, effect, 1, 0, Instant.EPOCH));
  }

  private static SessionState replied(SessionState state, ModelReply reply) {
    var thinking = requirePhase(state, Thinking.class);
    var used = reply.usage();
    var counted = reply.hasCalls() ? state.totals().replied(used) : state.totals().answered(used);
    var said = new Message.Assistant(reply.blocks(), Message.Ending.WHOLE);
    var frame = thinking.frame().using(used);
    var then =
        new Thinking(
            frame, thinking.effect(), thinking.attempt(), thinking.hits(), thinking.notBefore());
    var next =
        state.with(state.conversation().plus(said), then, BudgetRules.replied(counted, used));
    boolean wasSteered = !state.backlog().steering().isEmpty();
    // A text that arrived during the final answer still needs a reply.
    return wasSteered && !reply.hasCalls() && !next.isLastCall(frame)
        ? thinking(next, frame.steered())
        : next;
  }

  private static SessionState failed(SessionState state, Event.ModelFailed failed) {
    var thinking = requirePhase(state, Thinking.class);
    int hits =
        thinking.hits() + (failed.failure().retry() instanceof Failure.Retry.Throttled ? 1 : 0);
    return state.with(
        new Thinking(
            thinking.frame(), thinking.effect(), failed.attempt() + 1, hits, failed.retryAt()));
  }

  /// Until the run ends, requests are built for the other model, and its tokens have its price. If
  /// the first model failed to summarize, the other one may try.
  private static SessionState replaced(SessionState state, FallbackModel fallback) {
    var frame = requirePhase(state, Thinking.class).frame();
    var next = BudgetRules.replaced(state, fallback).with(state.records().withFailedCompaction(0));
    return CompactionDecisions.askedAgain(
        next.with(state.profile().withModel(fallback.model())),
        frame.replaced(state.profile().model()));
  }

  private static SessionState interrupted(SessionState state, Text partial) {
    requirePhase(state, Thinking.class);
    List<ContentBlock> blocks =
        partial.isEmpty() ? List.of() : List.of(new ContentBlock.Prose(partial));
    var said = new Message.Assistant(blocks, Message.Ending.INTERRUPTED);
    return state.with(state.conversation().plus(said));
  }

  private static SessionState rejected(SessionState state, Event.AnswerRejected rejected) {
    var frame = requirePhase(state, Thinking.class).frame();
    return thinking(state.with(state.conversation().plus(rejected.message())), frame.rejected());
  }

  /// A text that arrives while the checks are carried out needs a reply: the answer that they are
  /// for is no longer the final one.
  private static SessionState steered(SessionState state, Event.TextSteered steered) {
    var next = state.with(state.backlog().plus(steered.message()));
    return state.phase() instanceof Verifying verifying
        ? thinking(next, verifying.frame().steered())
        : next;
  }

  private static SessionState planned(SessionState state, List<PlannedCall> calls) {
    var frame = requirePhase(state, Thinking.class).frame();
    var open = new ArrayList<OpenCall>(calls.size());
    for (var call : calls) {
      open.add(new OpenCall(call));
    }
    var position = state.position();
    long named = calls.getLast().effect().ordinal();
    return state.at(
        new JournalPosition(position.seq(), position.at(), named),
        new Acting(frame, SmallLists.copyOf(open)));
  }

  private static SessionState recovered(SessionState state, Event.RunRecovered event) {
    var cause = event.cause();
    if (state.direct(event.run()).isPresent()) {
      var calls = new ArrayList<>(state.direct());
      calls.replaceAll(
          call ->
              call.run().equals(event.run())
                  ? call.afterTakeover(cause).with(CallFold::withoutOutcome)
                  : call);
      return state.with(calls);
    }
    return switch (state.phase()) {
      case Thinking(var frame, var effect, var attempt, var hits, var notBefore) ->
          state.with(new Thinking(frame.takenOver(cause), effect, attempt, hits, notBefore));
      case Verifying(var frame, var effect, var answer) ->
          state.with(new Verifying(frame.takenOver(cause), effect, answer));
      case Acting acting -> state.with(CallFold.withoutLost(state, acting, event));
      case SessionPhase.Unopened _, SessionPhase.Idle _ ->
          throw new JournalOutOfOrder("no run to recover");
    };
  }

  /// A queued run leaves the queue, and nothing else changes.
  private static SessionState finished(SessionState state, RunId run, RunOutcome outcome) {
    return state.isRunning(run)
        ? finished(state, outcome)
        : state.with(state.backlog().without(run));
  }

  private static SessionState finished(SessionState before, RunOutcome outcome) {
    var frame = requireRest(before).frame();
    var state = withOwnModel(BudgetRules.ended(before), frame);
    var keeps =
        switch (outcome) {
          case RunOutcome.Completed _, RunOutcome.Cancelled _, RunOutcome.HandedOff _ -> true;
          // A failed run leaves no trace, unless the world may have changed: the model must know.
          case RunOutcome.Failed(_, var text) -> frame.hasToolStarted() || !text.isEmpty();
        };
    var own = frame.request().history() instanceof Prompt.History.Own;
    var totals =
        outcome instanceof RunOutcome.Completed completed
            ? state.totals().responded(completed)
            : state.totals();
    return (keeps && own ? state : state.with(frame.base()))
        .with(state.backlog().withoutSteering())
        .with(SessionPhase.IDLE, totals);
  }

  /// The next run begins with the model that this one was given.
  static SessionState withOwnModel(SessionState state, RunState run) {
    var own = run.request().model();
    return own == null ? state : state.with(state.profile().withModel(own));
  }

  /// A run with open calls does not end.
  private static SessionPhase.Running requireRest(SessionState state) {
    return state.phase() instanceof Verifying verifying
        ? verifying
        : requirePhase(state, Thinking.class);
  }

  static <P extends SessionPhase> P requirePhase(SessionState state, Class<P> phase) {
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
