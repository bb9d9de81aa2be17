package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.SessionPhase.Thinking;
import dev.drover.kernel.machine.SessionPhase.Verifying;

/// Decisions and fold of the checks that must pass before a run completes.
final class VerificationDecisions {
  private VerificationDecisions() {}

  static Decision started(Draft draft, RunState frame, RunOutcome.Completed answer) {
    var effect = draft.state().position().nextEffect();
    return draft.add(new Event.VerificationStarted(frame.run(), effect, answer)).commit();
  }

  static Decision decide(Draft draft, Verifying verifying, Input input) {
    var frame = verifying.frame();
    return switch (input) {
      case Input.ChecksEnded ended when ended.effect().equals(verifying.effect()) ->
          ended(draft, verifying, ended);
      case Input.ChecksEnded _ ->
          new Ignore(Why.STALE, "the checks are awaited under " + verifying.effect());
      case Input.ModelAnswered _, Input.ModelCallFailed _, Input.ModelPostponed _ ->
          new Ignore(Why.STALE, "the model has answered, its work is being checked");
      case Input.OfCall about -> ToolCallDecisions.decide(draft, about);
      case Input.AnyTime given -> SessionMachine.atAnyTime(draft, given);
      case Input.CompactionGiven given ->
          CompactionDecisions.recordTooLate(draft, given, SessionMachine.busy(frame));
      case Input.CancelRequested cancel -> SessionMachine.cancelled(draft, frame, cancel);
      case Input.CloseRequested close -> SessionMachine.closed(draft, close);
      case Input.Prompted prompted -> PromptDecisions.promptedDuringRun(draft, frame, prompted);
      case Input.Recovered recovered -> TurnDecisions.recovered(draft, recovered);
      case Input.Opened _ -> SessionMachine.alreadyOpen();
      case Input.Forked forked -> ForkDecisions.decide(draft, forked);
      case Input.ClearRequested _,
          Input.CompactRequested _,
          Input.EditRequested _,
          Input.HandOffRequested _,
          Input.UndoRequested _ ->
          SessionMachine.busy(frame);
    };
  }

  private static Decision ended(Draft draft, Verifying verifying, Input.ChecksEnded ended) {
    var frame = verifying.frame();
    var report = ended.report().about(frame.run());
    draft.add(new Event.VerificationRecorded(report));
    return switch (report.status()) {
      case PASSED -> TurnDecisions.finish(draft, verifying.answer());
      case FAILED ->
          frame.mayRepairWork()
              ? TurnDecisions.proceed(
                  draft.add(
                      new Event.VerificationFailed(
                          frame.run(), verifying.effect(), ended.findings())))
              : TurnDecisions.fail(draft, RunProblems.checksFailed(report));
      // The model cannot correct a check that was not carried out.
      case NEEDS_REVIEW -> TurnDecisions.fail(draft, RunProblems.checksFailed(report));
    };
  }

  static SessionState after(SessionState state, Event.OfVerification event) {
    return switch (event) {
      case Event.VerificationStarted(_, var effect, var answer) -> {
        var frame = Fold.requirePhase(state, Thinking.class).frame();
        var position = state.position();
        yield state.at(
            new JournalPosition(position.seq(), position.at(), effect.ordinal()),
            new Verifying(frame, effect, answer));
      }
      case Event.VerificationFailed failed -> {
        var frame = Fold.requirePhase(state, Verifying.class).frame();
        yield Fold.thinking(
            state.with(state.conversation().plus(failed.message())), frame.withFailedChecks());
      }
    };
  }
}
