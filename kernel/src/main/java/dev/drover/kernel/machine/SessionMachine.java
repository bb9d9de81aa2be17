package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.machine.SessionPhase.Thinking;
import dev.drover.kernel.machine.SessionPhase.Verifying;
import dev.drover.kernel.value.TaskMode;
import java.time.Instant;

/// Decides which events follow from an input. Has no state: a decision depends on the session state
/// and the input only, and its result is written into the events.
///
/// This is the first of two switches, over the phase of the session; the second, over the input, is
/// in the method for that phase. [TurnDecisions] has the decisions inside a run.
public final class SessionMachine {
  private SessionMachine() {}

  /// @param now the clock; an event is never earlier than the previous one, regardless of this
  public static Decision decide(SessionState state, Input input, Instant now) {
    var draft = new Draft(state, now);
    return switch (state.phase()) {
      case SessionPhase.Unopened _ -> forUnopened(draft, input);
      case SessionPhase.Idle _ -> forIdle(draft, input);
      case Thinking thinking -> forThinking(draft, thinking, input);
      case Verifying verifying -> VerificationDecisions.decide(draft, verifying, input);
      case Acting acting -> forActing(draft, acting, input);
    };
  }

  private static Decision forUnopened(Draft draft, Input input) {
    return switch (input) {
      case Input.Opened(
              var session,
              var agent,
              var workspace,
              var recipe,
              var identity,
              var origin) ->
          draft
              .add(new Event.SessionOpened(session, agent, workspace, identity, origin))
              .add(new Event.RecipeAdopted(recipe))
              .commit();
      case Input.Forked _,
          Input.Prompted _,
          Input.ModelAnswered _,
          Input.ModelCallFailed _,
          Input.ModelPostponed _,
          Input.ChecksEnded _,
          Input.OfCall _,
          Input.AnyTime _,
          Input.CancelRequested _,
          Input.CloseRequested _,
          Input.ClearRequested _,
          Input.CompactRequested _,
          Input.EditRequested _,
          Input.HandOffRequested _,
          Input.CompactionGiven _,
          Input.UndoRequested _,
          Input.Recovered _ ->
          new Ignore(Why.NOT_OPEN, "the session was never opened");
    };
  }

  private static Decision forIdle(Draft draft, Input input) {
    return switch (input) {
      case Input.Opened _ -> alreadyOpen();
      case Input.Forked forked -> ForkDecisions.decide(draft, forked);
      case Input.Prompted prompted -> PromptDecisions.accepted(draft, prompted);
      case Input.ClearRequested(var by) -> cleared(draft, by);
      case Input.CompactRequested request -> CompactionDecisions.decide(draft, request);
      case Input.EditRequested edit -> EditDecisions.decide(draft, edit);
      case Input.HandOffRequested request -> HandOffDecisions.requested(draft, request);
      case Input.UndoRequested request -> undone(draft, request);
      case Input.CompactionGiven given -> CompactionDecisions.given(draft, given);
      case Input.AnyTime given -> atAnyTime(draft, given);
      case Input.CancelRequested(var run, var by, _, _) -> {
        DirectCallDecisions.cancel(draft, run, by);
        yield draft.isEmpty() ? nothingGoing() : draft.commit();
      }
      case Input.CloseRequested(var by, _, _) -> {
        DirectCallDecisions.cancel(draft, null, by);
        TaskDecisions.end(draft, _ -> true);
        yield draft.isEmpty() ? nothingGoing() : draft.commit();
      }
      case Input.Recovered recovered -> {
        DirectCallDecisions.recover(draft, recovered);
        yield draft.isEmpty() ? nothingGoing() : TurnDecisions.proceed(draft);
      }
      case Input.OfCall about -> ToolCallDecisions.decide(draft, about);
      case Input.ModelAnswered _,
          Input.ModelCallFailed _,
          Input.ModelPostponed _,
          Input.ChecksEnded _ ->
          new Ignore(Why.STALE, "the run it belongs to is over");
    };
  }

  static Decision atAnyTime(Draft draft, Input.AnyTime input) {
    return switch (input) {
      case Input.BudgetsGiven given -> BudgetRules.given(draft, given);
      case Input.VerificationGiven(var report) ->
          draft.add(new Event.VerificationRecorded(report)).commit();
      case Input.OneShotGiven(var shot) -> draft.add(new Event.CompletionMade(shot)).commit();
      case Input.DenialGiven(var denial) -> draft.add(new Event.PromptDenied(denial)).commit();
      case Input.AccountLimitReached reached -> BudgetRules.accountLimitReached(draft, reached);
      case Input.DirectCalled called -> DirectCallDecisions.called(draft, called);
      case Input.FilesFound found -> ToolCallDecisions.recordFoundChanges(draft, found);
      case Input.TaskFinished finished -> TaskDecisions.finished(draft, finished);
    };
  }

  private static Decision cleared(Draft draft, String by) {
    return draft.state().conversation().size() == 0
        ? new Ignore(Why.NOTHING_TO_DO, "the history is empty")
        : draft.add(new Event.HistoryCleared(by)).commit();
  }

  private static Decision undone(Draft draft, Input.UndoRequested request) {
    return request.paths().isEmpty()
        ? new Ignore(Why.NOTHING_TO_DO, "the run touched no file")
        : draft.add(new Event.UndoOrdered(request.run(), request.by(), request.paths())).commit();
  }

  private static Decision forThinking(Draft draft, Thinking thinking, Input input) {
    return switch (input) {
      case Input.ModelAnswered answered
          when thinking.isAwaiting(answered.effect(), answered.attempt()) ->
          TurnDecisions.replied(draft, thinking, answered);
      case Input.ModelCallFailed broke when thinking.isAwaiting(broke.effect(), broke.attempt()) ->
          TurnDecisions.broke(draft, thinking, broke);
      case Input.ModelPostponed postponed
          when thinking.isAwaiting(postponed.effect(), postponed.attempt()) ->
          CompactionDecisions.postponed(draft, thinking, postponed);
      case Input.ChecksEnded _ -> new Ignore(Why.STALE, "the model is at work again");
      case Input.ModelAnswered _, Input.ModelCallFailed _, Input.ModelPostponed _ ->
          new Ignore(Why.STALE, "the model is awaited under " + thinking.effect());
      case Input.CompactionGiven given ->
          CompactionDecisions.recordTooLate(draft, given, busy(thinking.frame()));
      case Input.CancelRequested cancel -> cancelled(draft, thinking.frame(), cancel);
      case Input.CloseRequested close -> closed(draft, close);
      case Input.Prompted prompted ->
          PromptDecisions.promptedDuringRun(draft, thinking.frame(), prompted);
      case Input.Recovered recovered -> TurnDecisions.recovered(draft, recovered);
      case Input.OfCall about -> ToolCallDecisions.decide(draft, about);
      case Input.AnyTime given -> atAnyTime(draft, given);
      case Input.Opened _ -> alreadyOpen();
      case Input.Forked forked -> ForkDecisions.decide(draft, forked);
      case Input.ClearRequested _,
          Input.CompactRequested _,
          Input.EditRequested _,
          Input.HandOffRequested _,
          Input.UndoRequested _ ->
          busy(thinking.frame());
    };
  }

  private static Decision forActing(Draft draft, Acting acting, Input input) {
    return switch (input) {
      case Input.OfCall about -> ToolCallDecisions.decide(draft, about);
      case Input.AnyTime given -> atAnyTime(draft, given);
      case Input.CompactionGiven given ->
          CompactionDecisions.recordTooLate(draft, given, busy(acting.frame()));
      case Input.CancelRequested cancel -> cancelled(draft, acting.frame(), cancel);
      case Input.CloseRequested close -> closed(draft, close);
      case Input.Prompted prompted ->
          PromptDecisions.promptedDuringRun(draft, acting.frame(), prompted);
      case Input.Recovered recovered -> TurnDecisions.recovered(draft, recovered);
      case Input.ChecksEnded _ -> new Ignore(Why.STALE, "the model is at work again");
      case Input.ModelAnswered _, Input.ModelCallFailed _, Input.ModelPostponed _ ->
          new Ignore(Why.STALE, "the model has answered, its calls are being carried out");
      case Input.Opened _ -> alreadyOpen();
      case Input.Forked forked -> ForkDecisions.decide(draft, forked);
      case Input.ClearRequested _,
          Input.CompactRequested _,
          Input.EditRequested _,
          Input.HandOffRequested _,
          Input.UndoRequested _ ->
          busy(acting.frame());
    };
  }

  /// Stops the requested work: the run and all direct calls, the run alone, one direct call, or a
  /// run that has not begun.
  static Decision cancelled(Draft draft, RunState going, Input.CancelRequested cancel) {
    var meant = cancel.run();
    var outcome = new RunOutcome.Cancelled(cancel.by(), cancel.why());
    DirectCallDecisions.cancel(draft, meant, cancel.by());
    PromptDecisions.cancelQueued(draft, run -> run.equals(meant), outcome);
    if (meant == null || meant.equals(going.run())) {
      return TurnDecisions.cancelled(draft, outcome, cancel.partial());
    }
    return draft.isEmpty() ? otherRun(going) : draft.commit();
  }

  /// Ends queued work first, then active work, then tasks, so that no end begins new work.
  static Decision closed(Draft draft, Input.CloseRequested close) {
    var outcome = new RunOutcome.Cancelled(close.by(), close.why());
    DirectCallDecisions.cancel(draft, null, close.by());
    PromptDecisions.cancelQueued(draft, _ -> true, outcome);
    TurnDecisions.stop(draft, outcome, close.partial());
    TaskDecisions.end(draft, task -> task.mode() == TaskMode.BACKGROUND);
    return draft.commit();
  }

  private static Decision otherRun(RunState going) {
    return new Ignore(Why.OTHER_RUN, "the run that is going is " + going.run());
  }

  private static Decision nothingGoing() {
    return new Ignore(Why.IDLE, "no run is going");
  }

  static Decision busy(RunState going) {
    return new Ignore(Why.BUSY, "run " + going.run() + " is going");
  }

  static Decision alreadyOpen() {
    return new Ignore(Why.ALREADY_OPEN, "the session exists");
  }
}
