package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.approval;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.OnDenial;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.message.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Decisions about a person's answer.
final class ApprovalRows {
  private static final ApprovalAnswer ONCE = new ApprovalAnswer.Yes(Scope.ONCE);
  private static final ApprovalAnswer NO = new ApprovalAnswer.No("Not today.", OnDenial.GO_ON);
  private static final ApprovalAnswer NO_STOP = new ApprovalAnswer.No("Not today.", OnDenial.STOP);
  private static final ApprovalAnswer WORDLESS_STOP = new ApprovalAnswer.No("", OnDenial.STOP);
  private static final ToolOutcome DENIED = new ToolOutcome.Denied("bob", "Not today.");
  private static final ToolOutcome CANCELLED = new ToolOutcome.Cancelled("cancelled by bob");

  private ApprovalRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(yes());
    rows.addAll(no());
    rows.addAll(aboutLostCalls());
    rows.addAll(unexpectedAnswers());
    return rows;
  }

  private static List<DecisionRow> yes() {
    return List.of(
        row("a yes starts the call")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(approval(2, ONCE))
            .then(SampleEvents.said(2, ONCE), SampleEvents.started(2, 1)),
        row("a yes for the session starts the call")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(approval(2, new ApprovalAnswer.Yes(Scope.SESSION)))
            .then(
                SampleEvents.said(2, new ApprovalAnswer.Yes(Scope.SESSION)),
                SampleEvents.started(2, 1)),
        row("a yes for always starts the call")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(approval(2, new ApprovalAnswer.Yes(Scope.ALWAYS)))
            .then(
                SampleEvents.said(2, new ApprovalAnswer.Yes(Scope.ALWAYS)),
                SampleEvents.started(2, 1)),
        row("in order, a yes starts one call and not the next")
            .given(HalfFinishedTurns.ASKED_IN_ORDER)
            .when(approval(2, ONCE))
            .then(SampleEvents.said(2, ONCE), SampleEvents.started(2, 1)),
        row("in order, a yes while an earlier call runs starts nothing yet")
            .given(HalfFinishedTurns.RUNNING_BEFORE_A_QUESTION)
            .when(approval(3, ONCE))
            .then(SampleEvents.said(3, ONCE)),
        row("a yes while all places are taken starts nothing yet")
            .given(fullAndAsking())
            .when(approval(10, ONCE))
            .then(SampleEvents.said(10, ONCE)));
  }

  /// e2 to e9 run, and a person is asked about e10.
  private static HandwrittenJournal fullAndAsking() {
    var calls =
        LongStream.rangeClosed(2, 10)
            .mapToObj(n -> planned(n, together(), n == 10 ? ASK : ALLOW))
            .toList();
    var story = HandwrittenJournal.acting(SampleValues.LIMITS, calls).then(SampleEvents.asked(10));
    for (long n = 2; n <= 9; n++) {
      story = story.then(SampleEvents.started(n, 1));
    }
    return story;
  }

  private static List<DecisionRow> no() {
    return List.of(
        row("a no settles the call and the others go on")
            .given(HalfFinishedTurns.ASKED_BESIDE)
            .when(approval(2, NO))
            .then(SampleEvents.said(2, NO), SampleEvents.settled(2, DENIED)),
        row("in order, a no starts the next call")
            .given(HalfFinishedTurns.ASKED_IN_ORDER)
            .when(approval(2, NO))
            .then(
                SampleEvents.said(2, NO),
                SampleEvents.settled(2, DENIED),
                SampleEvents.started(3, 1)),
        row("a no to the only call gives the turn back to the model")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(approval(2, NO))
            .then(SampleEvents.said(2, NO), SampleEvents.settled(2, DENIED)),
        row("a no and stop cancels the other calls and the run")
            .given(HalfFinishedTurns.ASKED_BESIDE)
            .when(approval(2, NO_STOP))
            .then(
                SampleEvents.said(2, NO_STOP),
                SampleEvents.settled(2, DENIED),
                SampleEvents.settled(3, CANCELLED),
                SampleEvents.interrupted(4, ""),
                SampleEvents.finished(new RunOutcome.Cancelled("bob", "Not today."), COST)),
        row("a no and stop without a word says why all the same")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(approval(2, WORDLESS_STOP))
            .then(
                SampleEvents.said(2, WORDLESS_STOP),
                SampleEvents.settled(2, new ToolOutcome.Denied("bob", "")),
                SampleEvents.interrupted(3, ""),
                SampleEvents.finished(
                    new RunOutcome.Cancelled("bob", "a call was refused"), COST)));
  }

  private static List<DecisionRow> aboutLostCalls() {
    var keptUnknown = new ToolOutcome.Unknown("bob decided not to run it again. Not today.");
    return List.of(
        row("a yes to running it again starts the call again")
            .given(HalfFinishedTurns.ASKED_AGAIN)
            .when(approval(2, ONCE))
            .then(SampleEvents.said(2, ONCE), SampleEvents.started(2, 2)),
        row("a no to running it again does not undo it")
            .given(HalfFinishedTurns.ASKED_AGAIN)
            .when(approval(2, NO))
            .then(SampleEvents.said(2, NO), SampleEvents.settled(2, keptUnknown)),
        row("a wordless no to running it again")
            .given(HalfFinishedTurns.ASKED_AGAIN)
            .when(approval(2, new ApprovalAnswer.No("", OnDenial.GO_ON)))
            .then(
                SampleEvents.said(2, new ApprovalAnswer.No("", OnDenial.GO_ON)),
                SampleEvents.settled(
                    2, new ToolOutcome.Unknown("bob decided not to run it again."))),
        row("a no and stop to running it again")
            .given(HalfFinishedTurns.ASKED_AGAIN)
            .when(approval(2, NO_STOP))
            .then(
                SampleEvents.said(2, NO_STOP),
                SampleEvents.settled(2, keptUnknown),
                SampleEvents.interrupted(3, ""),
                SampleEvents.finished(new RunOutcome.Cancelled("bob", "Not today."), COST)));
  }

  private static List<DecisionRow> unexpectedAnswers() {
    return List.of(
        row("a second answer: the first one counts")
            .given(
                HalfFinishedTurns.ASKED_ALONE.then(
                    SampleEvents.said(2, ONCE), SampleEvents.started(2, 1)))
            .when(approval(2, NO_STOP))
            .ignored(Why.STALE),
        row("an answer about a call that waits for its turn")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(approval(3, ONCE))
            .ignored(Why.STALE),
        row("an answer about a call that is being probed")
            .given(HalfFinishedTurns.PROBING)
            .when(approval(2, ONCE))
            .ignored(Why.STALE),
        row("an answer about a settled call")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(approval(2, NO_STOP))
            .ignored(Why.STALE),
        row("an answer about a call that does not exist")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(approval(3, ONCE))
            .ignored(Why.STALE));
  }
}
