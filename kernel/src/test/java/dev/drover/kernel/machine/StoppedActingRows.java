package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.cancel;
import static dev.drover.kernel.machine.SampleValues.cancelAny;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.together;
import static dev.drover.kernel.machine.SampleValues.unsafe;

import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Decisions about interrupted turns: by a cancel, or by the death of the process.
final class StoppedActingRows {
  private static final String DIED =
      "the process died while the call was under way; it may have happened";
  private static final ToolOutcome CANCELLED = new ToolOutcome.Cancelled("cancelled by ann");
  private static final ToolOutcome MAY_HAVE_HAPPENED =
      new ToolOutcome.Unknown("the process died while the call was under way");
  private static final ToolOutcome NEVER_BEGUN =
      new ToolOutcome.Cancelled("the process died before the call was started");

  private static final RunOutcome INTERRUPTED =
      new RunOutcome.Failed(
          new Failure(
              new Problem(
                  "interrupted",
                  "Interrupted",
                  "the process that drove the run died, and runs are configured to end then",
                  "Look at the run's events, then send the prompt again."),
              new Failure.Retry.Later(Duration.ZERO)),
          Text.EMPTY);

  /// Each stage and each way to recover: e2 settled, e3 repeatable, e4 probing, e5 reported to the
  /// model, e6 to be asked again, e7 asked about and never begun, e8 to be probed.
  private static final HandwrittenJournal EVERYTHING =
      HandwrittenJournal.acting(
              planned(2, together(), ALLOW),
              planned(3, together(), ALLOW),
              planned(4, unsafe(AfterCrash.PROBE), ALLOW),
              planned(5, unsafe(AfterCrash.TELL_MODEL), ALLOW),
              planned(6, unsafe(AfterCrash.ASK_PERSON), ALLOW),
              planned(7, together(), ASK),
              planned(8, unsafe(AfterCrash.PROBE), ASK))
          .then(SampleEvents.asked(7), SampleEvents.asked(8))
          .then(SampleEvents.started(2, 1), SampleEvents.started(3, 1), SampleEvents.started(4, 1))
          .then(SampleEvents.recovered(2, 3, 4))
          .then(SampleEvents.started(2, 2), SampleEvents.started(3, 2))
          .then(SampleEvents.started(5, 1), SampleEvents.started(6, 1))
          .then(SampleEvents.settled(2, SampleValues.FINE))
          .then(
              SampleEvents.said(8, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)),
              SampleEvents.started(8, 1));

  private StoppedActingRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(cancels());
    rows.addAll(drivenOn());
    rows.addAll(closed());
    return rows;
  }

  private static List<DecisionRow> cancels() {
    return List.of(
        row("cancelling whatever runs settles each open call once")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(cancelAny())
            .then(
                SampleEvents.settled(2, CANCELLED),
                SampleEvents.settled(3, CANCELLED),
                SampleEvents.interrupted(4, ""),
                SampleEvents.cancelledByAnn(COST)),
        row("cancelling leaves a settled call as it is")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(cancel(RUN, ""))
            .then(
                SampleEvents.settled(3, CANCELLED),
                SampleEvents.interrupted(4, ""),
                SampleEvents.cancelledByAnn(COST)),
        row("cancelling an approval wait is no refusal")
            .given(HalfFinishedTurns.ASKED_IN_ORDER)
            .when(cancel(RUN, ""))
            .then(
                SampleEvents.settled(2, CANCELLED),
                SampleEvents.settled(3, CANCELLED),
                SampleEvents.interrupted(4, ""),
                SampleEvents.cancelledByAnn(COST)),
        row("cancelling ends a probe")
            .given(HalfFinishedTurns.PROBING)
            .when(cancel(RUN, ""))
            .then(
                SampleEvents.settled(2, CANCELLED),
                SampleEvents.interrupted(3, ""),
                SampleEvents.cancelledByAnn(COST)),
        row("cancelling another run while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(cancel(OTHER_RUN, ""))
            .ignored(Why.OTHER_RUN));
  }

  private static List<DecisionRow> drivenOn() {
    return List.of(
        row("repeatable calls are started again")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(
                SampleEvents.recovered(2, 3),
                SampleEvents.started(2, 2),
                SampleEvents.started(3, 2)),
        row("in order, only the lost call is started again")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(2), SampleEvents.started(2, 2)),
        row("a repeatable call that died at its last attempt is given up")
            .given(HalfFinishedTurns.running(together(), 2))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(
                SampleEvents.recovered(2),
                SampleEvents.settled(
                    2,
                    new ToolOutcome.Unknown(
                        "it was begun 2 times and the process died each time"))),
        row("an unsafe call is settled as unknown")
            .given(HalfFinishedTurns.running(unsafe(AfterCrash.TELL_MODEL), 1))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(
                SampleEvents.recovered(2), SampleEvents.settled(2, new ToolOutcome.Unknown(DIED))),
        row("a person is asked whether an unsafe call is to run again")
            .given(HalfFinishedTurns.running(unsafe(AfterCrash.ASK_PERSON), 1))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(2), SampleEvents.askedAgain(2)),
        row("an unsafe call that can be probed is probed")
            .given(HalfFinishedTurns.running(unsafe(AfterCrash.PROBE), 1))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(2)),
        row("a probe that was lost is made again")
            .given(HalfFinishedTurns.PROBING)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(2)),
        row("each lost call goes its own way")
            .given(EVERYTHING)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(
                SampleEvents.recovered(3, 4, 5, 6, 8),
                SampleEvents.settled(
                    3,
                    new ToolOutcome.Unknown("it was begun 2 times and the process died each time")),
                SampleEvents.settled(5, new ToolOutcome.Unknown(DIED)),
                SampleEvents.askedAgain(6)),
        row("a run that waits for a person has lost nothing")
            .given(HalfFinishedTurns.ASKED_IN_ORDER)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .ignored(Why.NOTHING_TO_DO));
  }

  private static List<DecisionRow> closed() {
    return List.of(
        row("closing tells what was begun from what was not")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(recovered(RecoveryCourse.CLOSE))
            .then(
                SampleEvents.recovered(2),
                SampleEvents.settled(2, MAY_HAVE_HAPPENED),
                SampleEvents.settled(3, NEVER_BEGUN),
                SampleEvents.interrupted(4, ""),
                SampleEvents.finished(INTERRUPTED, COST)),
        row("closing settles a call in each stage")
            .given(EVERYTHING)
            .when(recovered(RecoveryCourse.CLOSE))
            .then(
                SampleEvents.recovered(3, 4, 5, 6, 8),
                SampleEvents.settled(3, MAY_HAVE_HAPPENED),
                SampleEvents.settled(4, MAY_HAVE_HAPPENED),
                SampleEvents.settled(5, MAY_HAVE_HAPPENED),
                SampleEvents.settled(6, MAY_HAVE_HAPPENED),
                SampleEvents.settled(7, NEVER_BEGUN),
                SampleEvents.settled(8, MAY_HAVE_HAPPENED),
                SampleEvents.interrupted(9, ""),
                SampleEvents.finished(INTERRUPTED, COST)),
        row("closing leaves a run that waits for a person waiting")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(recovered(RecoveryCourse.CLOSE))
            .ignored(Why.NOTHING_TO_DO));
  }
}
