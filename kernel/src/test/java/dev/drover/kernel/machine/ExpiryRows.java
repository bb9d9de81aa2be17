package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.LATER;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.approval;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.OnDenial;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.message.ToolOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decisions about approvals with named answerers and a deadline.
final class ExpiryRows {
  private static final ApprovalAnswer YES = new ApprovalAnswer.Yes(Scope.ONCE);
  private static final ApprovalAnswer TOO_LATE =
      new ApprovalAnswer.No("nobody answered in time", OnDenial.GO_ON);

  private ExpiryRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(people());
    rows.addAll(time());
    rows.addAll(nobodyWaits());
    return rows;
  }

  private static List<DecisionRow> people() {
    return List.of(
        row("a yes from somebody who has no say")
            .given(asking(List.of("ann", "cat"), null))
            .when(approval(2, YES))
            .ignored(Why.NOT_ALLOWED),
        row("a no from somebody who has no say")
            .given(asking(List.of("ann"), null))
            .when(approval(2, new ApprovalAnswer.No("", OnDenial.GO_ON)))
            .ignored(Why.NOT_ALLOWED),
        row("a yes from one of those who may give it")
            .given(asking(List.of("ann", "bob"), null))
            .when(approval(2, YES))
            .then(SampleEvents.said(2, YES), SampleEvents.started(2, 1)));
  }

  private static List<DecisionRow> time() {
    return List.of(
        row("a yes in time")
            .given(asking(List.of(), LATER))
            .when(approval(2, YES))
            .then(SampleEvents.said(2, YES), SampleEvents.started(2, 1)),
        row("a yes that comes at the last moment is too late, and is a no")
            .given(asking(List.of(), NOW))
            .when(approval(2, YES))
            .then(late(), denied()),
        row("nobody has answered in time")
            .given(asking(List.of(), NOW))
            .when(new Input.ApprovalExpired(e(2)))
            .then(late(), denied()),
        row("the time is not over yet")
            .given(asking(List.of(), LATER))
            .when(new Input.ApprovalExpired(e(2)))
            .ignored(Why.STALE),
        row("there is no limit to the time")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(new Input.ApprovalExpired(e(2)))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> nobodyWaits() {
    var over = new Input.ApprovalExpired(e(2));
    return List.of(
        row("the time is over for a call that runs")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(over)
            .ignored(Why.STALE),
        row("the time is over for a call that waits for its turn")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(new Input.ApprovalExpired(e(3)))
            .ignored(Why.STALE),
        row("the time is over for a call that is being probed")
            .given(HalfFinishedTurns.PROBING)
            .when(over)
            .ignored(Why.STALE),
        row("the time is over for a call that has ended")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(over)
            .ignored(Why.STALE),
        row("the time is over while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(over)
            .ignored(Why.STALE),
        row("the time is over before the opening")
            .given(HandwrittenJournal.empty())
            .when(over)
            .ignored(Why.NOT_OPEN),
        row("the time is over when no run is going")
            .given(HandwrittenJournal.opened())
            .when(over)
            .ignored(Why.STALE));
  }

  private static HandwrittenJournal asking(List<String> answerers, @Nullable Instant until) {
    return HandwrittenJournal.acting(planned(2, together(), ASK), planned(3, together(), ASK))
        .then(SampleEvents.asked(2, answerers, until), SampleEvents.asked(3));
  }

  private static Event late() {
    return new Event.ApprovalAnswered(RUN, e(2), TOO_LATE, "time");
  }

  private static Event denied() {
    return SampleEvents.settled(2, new ToolOutcome.Denied("time", "nobody answered in time"));
  }
}
