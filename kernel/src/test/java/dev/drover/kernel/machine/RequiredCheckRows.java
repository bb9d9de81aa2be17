package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.SESSION;
import static dev.drover.kernel.machine.SampleValues.TWICE;
import static dev.drover.kernel.machine.SampleValues.cancel;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;
import static dev.drover.kernel.machine.SampleValues.unsafe;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.RequiredChecks;
import dev.drover.kernel.budget.RunLimits.RequiredChecks.CheckCommand;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Decisions about runs with required checks.
final class RequiredCheckRows {
  private static final RunLimits LIMITS =
      new RunLimits(9, 1_000, 2)
          .with(new RequiredChecks(List.of(new CheckCommand("unit", "make test")), 1));
  private static final RunOutcome.Completed ANSWER = new RunOutcome.Completed(Text.of("Done."));
  private static final Usage THRICE = TWICE.plus(SampleValues.COST);

  /// An unsafe call has ended, and the model is asked under e3.
  private static final HandwrittenJournal WORKED = worked(unsafe(AfterCrash.TELL_MODEL));

  /// The model has answered, and the checks are carried out under e4.
  static final HandwrittenJournal VERIFYING =
      WORKED.then(
          SampleEvents.replied(3, saying("Done.")),
          new Event.VerificationStarted(RUN, e(4), ANSWER));

  /// They have failed once, and are carried out again under e6.
  private static final HandwrittenJournal AGAIN =
      VERIFYING.then(
          new Event.VerificationRecorded(report(Status.FAILED)),
          new Event.VerificationFailed(RUN, e(4), "unit failed"),
          SampleEvents.replied(5, saying("Done.")),
          new Event.VerificationStarted(RUN, e(6), ANSWER));

  private RequiredCheckRows() {}

  private static HandwrittenJournal worked(CallTerms terms) {
    return HandwrittenJournal.acting(LIMITS, List.of(planned(2, terms, ALLOW)))
        .then(SampleEvents.started(2, 1), SampleEvents.settled(2, FINE));
  }

  private static VerificationReport report(Status status) {
    return VerificationReport.of(
            "drover", List.of(VerificationReport.Check.required("unit", "make test", status)))
        .about(RUN);
  }

  private static Input ended(long effect, Status status) {
    return new Input.ChecksEnded(e(effect), report(status), "unit failed");
  }

  private static Event recorded(Status status) {
    return new Event.VerificationRecorded(report(status));
  }

  private static Input answered(long effect) {
    return new Input.ModelAnswered(e(effect), 1, saying("Done."), List.of());
  }

  private static Event failed(String detail, Usage usage) {
    var failure =
        Failure.lasting(
            new Problem(
                "checks_failed",
                "The work has not passed its required checks",
                detail,
                "Look at the evidence in the verification report of the run, correct the work or"
                    + " the check, and send a new prompt."));
    return SampleEvents.finished(new RunOutcome.Failed(failure, Text.of("Done.")), usage);
  }

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(starting());
    rows.addAll(ending());
    rows.addAll(stopping());
    rows.addAll(tooLate());
    rows.addAll(others());
    rows.addAll(asInOtherTables());
    return rows;
  }

  private static List<DecisionRow> starting() {
    return List.of(
        row("the work of an unsafe call is checked before the run completes")
            .given(WORKED)
            .when(answered(3))
            .then(
                SampleEvents.replied(3, saying("Done.")),
                new Event.VerificationStarted(RUN, e(4), ANSWER)),
        row("a run whose calls change nothing is not checked")
            .given(worked(together()))
            .when(answered(3))
            .then(SampleEvents.replied(3, saying("Done.")), SampleEvents.finished(ANSWER, TWICE)),
        row("a run without calls is not checked")
            .given(HandwrittenJournal.opened().then(SampleEvents.accepted(LIMITS)))
            .when(answered(1))
            .then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done.")));
  }

  private static List<DecisionRow> ending() {
    return List.of(
        row("checks that pass complete the run")
            .given(VERIFYING)
            .when(ended(4, Status.PASSED))
            .then(recorded(Status.PASSED), SampleEvents.finished(ANSWER, TWICE)),
        row("checks that fail are returned to the model")
            .given(VERIFYING)
            .when(ended(4, Status.FAILED))
            .then(recorded(Status.FAILED), new Event.VerificationFailed(RUN, e(4), "unit failed")),
        row("checks that pass after a repair complete the run")
            .given(AGAIN)
            .when(ended(6, Status.PASSED))
            .then(recorded(Status.PASSED), SampleEvents.finished(ANSWER, THRICE)),
        row("checks that fail after all repairs fail the run")
            .given(AGAIN)
            .when(ended(6, Status.FAILED))
            .then(recorded(Status.FAILED), failed("Failed: 'unit' (make test)", THRICE)),
        row("a check that was not carried out fails the run")
            .given(VERIFYING)
            .when(ended(4, Status.SKIPPED))
            .then(
                recorded(Status.SKIPPED),
                failed("Could not be carried out: 'unit' (make test)", TWICE)),
        row("checks under an older effect")
            .given(AGAIN)
            .when(ended(4, Status.PASSED))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> stopping() {
    var interrupted = RunProblems.interrupted();
    return List.of(
        row("cancelled while the work is checked")
            .given(VERIFYING)
            .when(cancel(RUN, ""))
            .then(SampleEvents.cancelledByAnn(TWICE)),
        row("closed while the work is checked")
            .given(VERIFYING)
            .when(new Input.CloseRequested("close", "enough", Text.EMPTY))
            .then(SampleEvents.finished(new RunOutcome.Cancelled("close", "enough"), TWICE)),
        row("the process dies while the work is checked")
            .given(VERIFYING)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(4)),
        row("the process dies whenever the work is checked")
            .given(VERIFYING.then(SampleEvents.recovered(4), SampleEvents.recovered(4)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(
                SampleEvents.recovered(4),
                SampleEvents.finished(
                    new RunOutcome.Failed(RunProblems.crashLoop(LIMITS), Text.of("Done.")), TWICE)),
        row("a run whose work was being checked is given up")
            .given(VERIFYING)
            .when(recovered(RecoveryCourse.CLOSE))
            .then(
                SampleEvents.recovered(4),
                SampleEvents.finished(
                    new RunOutcome.Failed(interrupted, Text.of("Done.")), TWICE)));
  }

  private static List<DecisionRow> tooLate() {
    return List.of(
        row("checks end before the opening")
            .given(HandwrittenJournal.empty())
            .when(ended(4, Status.PASSED))
            .ignored(Why.NOT_OPEN),
        row("checks end when no run is going")
            .given(HandwrittenJournal.opened())
            .when(ended(4, Status.PASSED))
            .ignored(Why.STALE),
        row("checks end while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(ended(4, Status.PASSED))
            .ignored(Why.STALE),
        row("checks end while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(ended(4, Status.PASSED))
            .ignored(Why.STALE),
        row("the model answers while the work is checked")
            .given(VERIFYING)
            .when(answered(3))
            .ignored(Why.STALE),
        row("the model fails while the work is checked")
            .given(VERIFYING)
            .when(new Input.ModelCallFailed(e(3), 1, SampleValues.OVERLOADED, null))
            .ignored(Why.STALE),
        row("the model call is postponed while the work is checked")
            .given(VERIFYING)
            .when(new Input.ModelPostponed(e(3), 1, CompactionOutcomeRows.trimmed(3, 2)))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> others() {
    var rows = new ArrayList<DecisionRow>();
    var direct = planned(5, together(), ALLOW);
    rows.add(
        row("a text that arrives while the work is checked is answered first")
            .given(VERIFYING)
            .when(new Input.Prompted(RUN, PROMPT, RECIPE, LIMITS, WhenBusy.STEER))
            .then(new Event.TextSteered(RUN, PROMPT.text(), List.of(), null, PROMPT.rewording())));
    rows.add(
        row("a prompt while the work is checked")
            .given(VERIFYING)
            .when(new Input.Prompted(RUN, PROMPT, RECIPE, LIMITS, WhenBusy.REFUSE))
            .ignored(Why.BUSY));
    rows.add(
        row("an approval that was for another call, while the work is checked")
            .given(VERIFYING)
            .when(SampleValues.approval(2, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)))
            .ignored(Why.STALE));
    rows.add(
        row("a probe of another call, while the work is checked")
            .given(VERIFYING)
            .when(new Input.ToolProbed(e(2), new ProbeResult.DidNotHappen()))
            .ignored(Why.STALE));
    rows.add(
        row("shortened as if nothing were going, while the work is checked")
            .given(VERIFYING)
            .when(new Input.CompactionGiven(e(5), CompactionOutcomeRows.trimmed(3, 2)))
            .ignored(Why.BUSY));
    rows.add(
        row("opened while the work is checked")
            .given(VERIFYING)
            .when(new Input.Opened(SESSION, "clerk", "/work", RECIPE))
            .ignored(Why.ALREADY_OPEN));
    rows.add(
        row("cleared while the work is checked")
            .given(VERIFYING)
            .when(new Input.ClearRequested("ann"))
            .ignored(Why.BUSY));
    rows.add(
        row("forked while the work is checked")
            .given(VERIFYING)
            .when(new Input.Forked(new SessionId("s-2"), SESSION, "clerk", "/work", "ann"))
            .then(
                new Event.SessionForked(
                    new SessionId("s-2"), SESSION, 9, "clerk", "/work", "ann")));
    rows.add(
        row("the host calls a tool while the work is checked")
            .given(VERIFYING)
            .when(new Input.DirectCalled(DirectRows.CALL, "host", SampleValues.judged(direct)))
            .then(
                new Event.DirectCallAccepted(DirectRows.CALL, "host", direct),
                new Event.ToolStarted(DirectRows.CALL, e(5), 1)));
    return rows;
  }

  /// What other tables expect while the model is asked is expected while the work is checked, too.
  private static List<DecisionRow> asInOtherTables() {
    return Stream.of(
            AnnouncementRows.all(),
            WorkspaceSnapshotRows.all(),
            ApprovalRows.all(),
            ExpiryRows.all(),
            ThinkingRows.all(),
            DeferralRows.all(),
            CallCancelRows.all(),
            TaskRows.all(),
            HandOffRows.all(),
            CompactionRows.all(),
            EditRows.all(),
            DenialRows.all(),
            OneShotRows.all(),
            BudgetRows.all(),
            VerificationRows.all(),
            NewsRows.all(),
            QuestionRows.all())
        .flatMap(List::stream)
        .filter(other -> other.state().equals(HandwrittenJournal.thinking().state()))
        .filter(other -> !(other.input() instanceof Input.DirectCalled))
        .filter(other -> isForEveryRunningPhase(other.input()))
        .map(
            other ->
                new DecisionRow(
                    other.name() + ", and the work is checked",
                    VERIFYING.state(),
                    other.input(),
                    other.consequence()))
        .toList();
  }

  private static boolean isForEveryRunningPhase(Input input) {
    return switch (input) {
      case Input.OfCall _,
          Input.AnyTime _,
          Input.CompactRequested _,
          Input.EditRequested _,
          Input.HandOffRequested _,
          Input.UndoRequested _ ->
          true;
      case Input.Opened _,
          Input.Forked _,
          Input.Prompted _,
          Input.ModelAnswered _,
          Input.ModelCallFailed _,
          Input.ModelPostponed _,
          Input.ChecksEnded _,
          Input.CancelRequested _,
          Input.CloseRequested _,
          Input.ClearRequested _,
          Input.CompactionGiven _,
          Input.Recovered _ ->
          false;
    };
  }
}
