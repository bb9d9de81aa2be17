package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.cancel;
import static dev.drover.kernel.Samples.cancelAny;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.recovered;
import static dev.drover.kernel.Samples.together;
import static dev.drover.kernel.Samples.unsafe;

import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input.Course;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What follows when a turn is cut off: by a cancel, or by the death of its process.
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

  /// Each stage and each way to recover: e2 settled, e3 repeatable, e4 probing, e5 to be told, e6
  /// to be asked again, e7 asked about and never begun, e8 to be probed.
  private static final Story EVERYTHING =
      Story.acting(
              planned(2, together(), ALLOW),
              planned(3, together(), ALLOW),
              planned(4, unsafe(AfterCrash.PROBE), ALLOW),
              planned(5, unsafe(AfterCrash.TELL_MODEL), ALLOW),
              planned(6, unsafe(AfterCrash.ASK_PERSON), ALLOW),
              planned(7, together(), ASK),
              planned(8, unsafe(AfterCrash.PROBE), ASK))
          .then(Facts.asked(7), Facts.asked(8))
          .then(Facts.started(2, 1), Facts.started(3, 1), Facts.started(4, 1))
          .then(Facts.recovered(2, 3, 4))
          .then(Facts.started(2, 2), Facts.started(3, 2))
          .then(Facts.started(5, 1), Facts.started(6, 1))
          .then(Facts.settled(2, Samples.FINE))
          .then(Facts.said(8, new Answer.Yes(Answer.Scope.ONCE)), Facts.started(8, 1));

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
            .given(Turn.BOTH_RUN)
            .when(cancelAny())
            .then(
                Facts.settled(2, CANCELLED),
                Facts.settled(3, CANCELLED),
                Facts.interrupted(4, ""),
                Facts.cancelledByAnn(COST)),
        row("cancelling leaves a settled call as it is")
            .given(Turn.ONE_LEFT)
            .when(cancel(RUN, ""))
            .then(
                Facts.settled(3, CANCELLED), Facts.interrupted(4, ""), Facts.cancelledByAnn(COST)),
        row("cancelling an approval wait is no refusal")
            .given(Turn.ASKED_IN_ORDER)
            .when(cancel(RUN, ""))
            .then(
                Facts.settled(2, CANCELLED),
                Facts.settled(3, CANCELLED),
                Facts.interrupted(4, ""),
                Facts.cancelledByAnn(COST)),
        row("cancelling ends a probe")
            .given(Turn.PROBING)
            .when(cancel(RUN, ""))
            .then(
                Facts.settled(2, CANCELLED), Facts.interrupted(3, ""), Facts.cancelledByAnn(COST)),
        row("cancelling another run while calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(cancel(OTHER_RUN, ""))
            .ignored(Why.OTHER_RUN));
  }

  private static List<DecisionRow> drivenOn() {
    return List.of(
        row("repeatable calls are started again")
            .given(Turn.BOTH_RUN)
            .when(recovered(Course.DRIVE_ON))
            .then(Facts.recovered(2, 3), Facts.started(2, 2), Facts.started(3, 2)),
        row("in order, only the lost call is started again")
            .given(Turn.IN_ORDER)
            .when(recovered(Course.DRIVE_ON))
            .then(Facts.recovered(2), Facts.started(2, 2)),
        row("a repeatable call that died at its last attempt is given up")
            .given(Turn.running(together(), 2))
            .when(recovered(Course.DRIVE_ON))
            .then(
                Facts.recovered(2),
                Facts.settled(
                    2,
                    new ToolOutcome.Unknown(
                        "it was begun 2 times and the process died each time"))),
        row("an unsafe call is settled as unknown")
            .given(Turn.running(unsafe(AfterCrash.TELL_MODEL), 1))
            .when(recovered(Course.DRIVE_ON))
            .then(Facts.recovered(2), Facts.settled(2, new ToolOutcome.Unknown(DIED))),
        row("a person is asked whether an unsafe call is to run again")
            .given(Turn.running(unsafe(AfterCrash.ASK_PERSON), 1))
            .when(recovered(Course.DRIVE_ON))
            .then(Facts.recovered(2), Facts.askedAgain(2)),
        row("an unsafe call that can be probed is probed")
            .given(Turn.running(unsafe(AfterCrash.PROBE), 1))
            .when(recovered(Course.DRIVE_ON))
            .then(Facts.recovered(2)),
        row("a probe that was lost is made again")
            .given(Turn.PROBING)
            .when(recovered(Course.DRIVE_ON))
            .then(Facts.recovered(2)),
        row("each lost call goes its own way")
            .given(EVERYTHING)
            .when(recovered(Course.DRIVE_ON))
            .then(
                Facts.recovered(3, 4, 5, 6, 8),
                Facts.settled(
                    3,
                    new ToolOutcome.Unknown("it was begun 2 times and the process died each time")),
                Facts.settled(5, new ToolOutcome.Unknown(DIED)),
                Facts.askedAgain(6)),
        row("a run that waits for a person has lost nothing")
            .given(Turn.ASKED_IN_ORDER)
            .when(recovered(Course.DRIVE_ON))
            .ignored(Why.NOTHING_TO_DO));
  }

  private static List<DecisionRow> closed() {
    return List.of(
        row("closing tells what was begun from what was not")
            .given(Turn.IN_ORDER)
            .when(recovered(Course.CLOSE))
            .then(
                Facts.recovered(2),
                Facts.settled(2, MAY_HAVE_HAPPENED),
                Facts.settled(3, NEVER_BEGUN),
                Facts.interrupted(4, ""),
                Facts.finished(INTERRUPTED, COST)),
        row("closing settles a call in each stage")
            .given(EVERYTHING)
            .when(recovered(Course.CLOSE))
            .then(
                Facts.recovered(3, 4, 5, 6, 8),
                Facts.settled(3, MAY_HAVE_HAPPENED),
                Facts.settled(4, MAY_HAVE_HAPPENED),
                Facts.settled(5, MAY_HAVE_HAPPENED),
                Facts.settled(6, MAY_HAVE_HAPPENED),
                Facts.settled(7, NEVER_BEGUN),
                Facts.settled(8, MAY_HAVE_HAPPENED),
                Facts.interrupted(9, ""),
                Facts.finished(INTERRUPTED, COST)),
        row("closing leaves a run that waits for a person waiting")
            .given(Turn.ASKED_ALONE)
            .when(recovered(Course.CLOSE))
            .ignored(Why.NOTHING_TO_DO));
  }
}
