package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.approval;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.together;

import dev.drover.kernel.Answer.Scope;
import dev.drover.kernel.Answer.Then;
import dev.drover.kernel.Decision.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// What follows from a person's answer.
final class ApprovalRows {
  private static final Answer ONCE = new Answer.Yes(Scope.ONCE);
  private static final Answer NO = new Answer.No("Not today.", Then.GO_ON);
  private static final Answer NO_STOP = new Answer.No("Not today.", Then.STOP);
  private static final Answer WORDLESS_STOP = new Answer.No("", Then.STOP);
  private static final ToolOutcome DENIED = new ToolOutcome.Denied("bob", "Not today.");
  private static final ToolOutcome CANCELLED = new ToolOutcome.Cancelled("cancelled by bob");

  private ApprovalRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(yes());
    rows.addAll(no());
    rows.addAll(aboutLostCalls());
    rows.addAll(nobodyAsked());
    return rows;
  }

  private static List<DecisionRow> yes() {
    return List.of(
        row("a yes starts the call")
            .given(Turn.ASKED_ALONE)
            .when(approval(2, ONCE))
            .then(Facts.said(2, ONCE), Facts.started(2, 1)),
        row("a yes for the session starts the call")
            .given(Turn.ASKED_ALONE)
            .when(approval(2, new Answer.Yes(Scope.SESSION)))
            .then(Facts.said(2, new Answer.Yes(Scope.SESSION)), Facts.started(2, 1)),
        row("a yes for always starts the call")
            .given(Turn.ASKED_ALONE)
            .when(approval(2, new Answer.Yes(Scope.ALWAYS)))
            .then(Facts.said(2, new Answer.Yes(Scope.ALWAYS)), Facts.started(2, 1)),
        row("in order, a yes starts one call and not the next")
            .given(Turn.ASKED_IN_ORDER)
            .when(approval(2, ONCE))
            .then(Facts.said(2, ONCE), Facts.started(2, 1)),
        row("in order, a yes while an earlier call runs starts nothing yet")
            .given(Turn.RUNNING_BEFORE_A_QUESTION)
            .when(approval(3, ONCE))
            .then(Facts.said(3, ONCE)),
        row("a yes while all places are taken starts nothing yet")
            .given(fullAndAsking())
            .when(approval(10, ONCE))
            .then(Facts.said(10, ONCE)));
  }

  /// e2 to e9 run, and a person is asked about e10.
  private static Story fullAndAsking() {
    var calls =
        LongStream.rangeClosed(2, 10)
            .mapToObj(n -> planned(n, together(), n == 10 ? ASK : ALLOW))
            .toList();
    var story = Story.acting(Samples.LIMITS, calls).then(Facts.asked(10));
    for (long n = 2; n <= 9; n++) {
      story = story.then(Facts.started(n, 1));
    }
    return story;
  }

  private static List<DecisionRow> no() {
    return List.of(
        row("a no settles the call and the others go on")
            .given(Turn.ASKED_BESIDE)
            .when(approval(2, NO))
            .then(Facts.said(2, NO), Facts.settled(2, DENIED)),
        row("in order, a no starts the next call")
            .given(Turn.ASKED_IN_ORDER)
            .when(approval(2, NO))
            .then(Facts.said(2, NO), Facts.settled(2, DENIED), Facts.started(3, 1)),
        row("a no to the only call gives the turn back to the model")
            .given(Turn.ASKED_ALONE)
            .when(approval(2, NO))
            .then(Facts.said(2, NO), Facts.settled(2, DENIED)),
        row("a no and stop cancels the other calls and the run")
            .given(Turn.ASKED_BESIDE)
            .when(approval(2, NO_STOP))
            .then(
                Facts.said(2, NO_STOP),
                Facts.settled(2, DENIED),
                Facts.settled(3, CANCELLED),
                Facts.interrupted(4, ""),
                Facts.finished(new RunOutcome.Cancelled("bob", "Not today."), COST)),
        row("a no and stop without a word says why all the same")
            .given(Turn.ASKED_ALONE)
            .when(approval(2, WORDLESS_STOP))
            .then(
                Facts.said(2, WORDLESS_STOP),
                Facts.settled(2, new ToolOutcome.Denied("bob", "")),
                Facts.interrupted(3, ""),
                Facts.finished(new RunOutcome.Cancelled("bob", "a call was refused"), COST)));
  }

  private static List<DecisionRow> aboutLostCalls() {
    var keptUnknown = new ToolOutcome.Unknown("bob decided not to run it again. Not today.");
    return List.of(
        row("a yes to running it again starts the call again")
            .given(Turn.ASKED_AGAIN)
            .when(approval(2, ONCE))
            .then(Facts.said(2, ONCE), Facts.started(2, 2)),
        row("a no to running it again does not undo it")
            .given(Turn.ASKED_AGAIN)
            .when(approval(2, NO))
            .then(Facts.said(2, NO), Facts.settled(2, keptUnknown)),
        row("a wordless no to running it again")
            .given(Turn.ASKED_AGAIN)
            .when(approval(2, new Answer.No("", Then.GO_ON)))
            .then(
                Facts.said(2, new Answer.No("", Then.GO_ON)),
                Facts.settled(2, new ToolOutcome.Unknown("bob decided not to run it again."))),
        row("a no and stop to running it again")
            .given(Turn.ASKED_AGAIN)
            .when(approval(2, NO_STOP))
            .then(
                Facts.said(2, NO_STOP),
                Facts.settled(2, keptUnknown),
                Facts.interrupted(3, ""),
                Facts.finished(new RunOutcome.Cancelled("bob", "Not today."), COST)));
  }

  private static List<DecisionRow> nobodyAsked() {
    return List.of(
        row("a second answer: the first one counts")
            .given(Turn.ASKED_ALONE.then(Facts.said(2, ONCE), Facts.started(2, 1)))
            .when(approval(2, NO_STOP))
            .ignored(Why.STALE),
        row("an answer about a call that waits for its turn")
            .given(Turn.IN_ORDER)
            .when(approval(3, ONCE))
            .ignored(Why.STALE),
        row("an answer about a call that is being probed")
            .given(Turn.PROBING)
            .when(approval(2, ONCE))
            .ignored(Why.STALE),
        row("an answer about a settled call")
            .given(Turn.ONE_LEFT)
            .when(approval(2, NO_STOP))
            .ignored(Why.STALE),
        row("an answer about a call that does not exist")
            .given(Turn.ASKED_ALONE)
            .when(approval(3, ONCE))
            .ignored(Why.STALE));
  }
}
