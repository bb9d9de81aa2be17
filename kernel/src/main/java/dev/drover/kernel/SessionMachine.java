package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Phase.Acting;
import dev.drover.kernel.Phase.Thinking;
import java.time.Instant;

/// Says which facts follow from an input. Holds nothing: what a decision needs is in the state or
/// comes with the input, and what was decided is written into the facts.
///
/// This is the first of two switches, over what the session is doing; the second, over the input,
/// is in the method for that phase, and [Turns] has what happens inside a run.
public final class SessionMachine {
  private SessionMachine() {}

  /// @param now the clock; an event is never earlier than the one before it, whatever this says
  public static Decision decide(SessionState state, Input input, Instant now) {
    var draft = new Draft(state, now);
    return switch (state.phase()) {
      case Phase.Unopened _ -> forUnopened(draft, input);
      case Phase.Idle _ -> forIdle(draft, input);
      case Thinking thinking -> forThinking(draft, thinking, input);
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
          Input.ModelBroke _,
          Input.ModelPostponed _,
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
      case Input.Forked forked -> Forking.decide(draft, forked);
      case Input.Prompted prompted -> Prompts.accepted(draft, prompted);
      case Input.ClearRequested(var by) -> cleared(draft, by);
      case Input.CompactRequested request -> Compacting.decide(draft, request);
      case Input.EditRequested edit -> Editing.decide(draft, edit);
      case Input.HandOffRequested request -> Succession.requested(draft, request);
      case Input.UndoRequested request -> undone(draft, request);
      case Input.CompactionGiven given -> Compacting.given(draft, given);
      case Input.AnyTime given -> atAnyTime(draft, given);
      case Input.CancelRequested(var run, var by, _, _) -> {
        DirectCalls.cancel(draft, run, by);
        yield draft.isEmpty() ? nothingGoing() : draft.commit();
      }
      case Input.CloseRequested(var by, _, _) -> {
        DirectCalls.cancel(draft, null, by);
        Tasks.end(draft, _ -> true);
        yield draft.isEmpty() ? nothingGoing() : draft.commit();
      }
      case Input.Recovered recovered -> {
        DirectCalls.recover(draft, recovered);
        yield draft.isEmpty() ? nothingGoing() : Turns.proceed(draft);
      }
      case Input.OfCall about -> Calls.decide(draft, about);
      case Input.ModelAnswered _, Input.ModelBroke _, Input.ModelPostponed _ ->
          new Ignore(Why.STALE, "the run it belongs to is over");
    };
  }

  private static Decision atAnyTime(Draft draft, Input.AnyTime input) {
    return switch (input) {
      case Input.BudgetsGiven given -> Budgeting.given(draft, given);
      case Input.VerificationGiven(var report) ->
          draft.add(new Event.VerificationRecorded(report)).commit();
      case Input.OneShotGiven(var shot) -> draft.add(new Event.CompletionMade(shot)).commit();
      case Input.DenialGiven(var denial) -> draft.add(new Event.PromptDenied(denial)).commit();
      case Input.AccountReached reached -> Budgeting.reached(draft, reached);
      case Input.DirectCalled called -> DirectCalls.called(draft, called);
      case Input.FilesFound found -> Calls.found(draft, found);
      case Input.TaskFinished finished -> Tasks.finished(draft, finished);
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
          Turns.replied(draft, thinking, answered);
      case Input.ModelBroke broke when thinking.isAwaiting(broke.effect(), broke.attempt()) ->
          Turns.broke(draft, thinking, broke);
      case Input.ModelPostponed postponed
          when thinking.isAwaiting(postponed.effect(), postponed.attempt()) ->
          Compacting.postponed(draft, thinking, postponed);
      case Input.ModelAnswered _, Input.ModelBroke _, Input.ModelPostponed _ ->
          new Ignore(Why.STALE, "the model is awaited under " + thinking.effect());
      case Input.CompactionGiven given -> Compacting.late(draft, given, busy(thinking.frame()));
      case Input.CancelRequested cancel -> cancelled(draft, thinking.frame(), cancel);
      case Input.CloseRequested close -> closed(draft, close);
      case Input.Prompted prompted -> Prompts.metBusy(draft, thinking.frame(), prompted);
      case Input.Recovered recovered -> Turns.recovered(draft, recovered);
      case Input.OfCall about -> Calls.decide(draft, about);
      case Input.AnyTime given -> atAnyTime(draft, given);
      case Input.Opened _ -> alreadyOpen();
      case Input.Forked forked -> Forking.decide(draft, forked);
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
      case Input.OfCall about -> Calls.decide(draft, about);
      case Input.AnyTime given -> atAnyTime(draft, given);
      case Input.CompactionGiven given -> Compacting.late(draft, given, busy(acting.frame()));
      case Input.CancelRequested cancel -> cancelled(draft, acting.frame(), cancel);
      case Input.CloseRequested close -> closed(draft, close);
      case Input.Prompted prompted -> Prompts.metBusy(draft, acting.frame(), prompted);
      case Input.Recovered recovered -> Turns.recovered(draft, recovered);
      case Input.ModelAnswered _, Input.ModelBroke _, Input.ModelPostponed _ ->
          new Ignore(Why.STALE, "the model has answered, its calls are being carried out");
      case Input.Opened _ -> alreadyOpen();
      case Input.Forked forked -> Forking.decide(draft, forked);
      case Input.ClearRequested _,
          Input.CompactRequested _,
          Input.EditRequested _,
          Input.HandOffRequested _,
          Input.UndoRequested _ ->
          busy(acting.frame());
    };
  }

  /// Stops what is meant: the run and all direct calls, the run alone, one direct call, or a run
  /// that has not begun.
  private static Decision cancelled(Draft draft, RunFrame going, Input.CancelRequested cancel) {
    var meant = cancel.run();
    var outcome = new RunOutcome.Cancelled(cancel.by(), cancel.why());
    DirectCalls.cancel(draft, meant, cancel.by());
    Prompts.withdraw(draft, run -> run.equals(meant), outcome);
    if (meant == null || meant.equals(going.run())) {
      return Turns.cancelled(draft, outcome, cancel.partial());
    }
    return draft.isEmpty() ? otherRun(going) : draft.commit();
  }

  /// What waits, what is going, and then what others do for it: nothing is begun by an end.
  private static Decision closed(Draft draft, Input.CloseRequested close) {
    var outcome = new RunOutcome.Cancelled(close.by(), close.why());
    DirectCalls.cancel(draft, null, close.by());
    Prompts.withdraw(draft, _ -> true, outcome);
    Turns.stop(draft, outcome, close.partial());
    Tasks.end(draft, task -> task.mode() == TaskMode.BACKGROUND);
    return draft.commit();
  }

  private static Decision otherRun(RunFrame going) {
    return new Ignore(Why.OTHER_RUN, "the run that is going is " + going.run());
  }

  private static Decision nothingGoing() {
    return new Ignore(Why.IDLE, "no run is going");
  }

  private static Decision busy(RunFrame going) {
    return new Ignore(Why.BUSY, "run " + going.run() + " is going");
  }

  static Decision alreadyOpen() {
    return new Ignore(Why.ALREADY_OPEN, "the session exists");
  }
}
