package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.LATER;
import static dev.drover.kernel.Samples.NOW;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.approval;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.together;

import dev.drover.kernel.Answer.Scope;
import dev.drover.kernel.Answer.Then;
import dev.drover.kernel.Decision.Why;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What follows when only some people may answer, and only for a while.
final class ExpiryRows {
  private static final Answer YES = new Answer.Yes(Scope.ONCE);
  private static final Answer TOO_LATE = new Answer.No("nobody answered in time", Then.GO_ON);

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
            .when(approval(2, new Answer.No("", Then.GO_ON)))
            .ignored(Why.NOT_ALLOWED),
        row("a yes from one of those who may give it")
            .given(asking(List.of("ann", "bob"), null))
            .when(approval(2, YES))
            .then(Facts.said(2, YES), Facts.started(2, 1)));
  }

  private static List<DecisionRow> time() {
    return List.of(
        row("a yes in time")
            .given(asking(List.of(), LATER))
            .when(approval(2, YES))
            .then(Facts.said(2, YES), Facts.started(2, 1)),
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
            .given(Turn.ASKED_ALONE)
            .when(new Input.ApprovalExpired(e(2)))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> nobodyWaits() {
    var over = new Input.ApprovalExpired(e(2));
    return List.of(
        row("the time is over for a call that runs")
            .given(Turn.BOTH_RUN)
            .when(over)
            .ignored(Why.STALE),
        row("the time is over for a call that waits for its turn")
            .given(Turn.IN_ORDER)
            .when(new Input.ApprovalExpired(e(3)))
            .ignored(Why.STALE),
        row("the time is over for a call that is being probed")
            .given(Turn.PROBING)
            .when(over)
            .ignored(Why.STALE),
        row("the time is over for a call that has ended")
            .given(Turn.ONE_LEFT)
            .when(over)
            .ignored(Why.STALE),
        row("the time is over while the model is asked")
            .given(Story.thinking())
            .when(over)
            .ignored(Why.STALE),
        row("the time is over before the opening")
            .given(Story.untold())
            .when(over)
            .ignored(Why.NOT_OPEN),
        row("the time is over when no run is going")
            .given(Story.opened())
            .when(over)
            .ignored(Why.STALE));
  }

  private static Story asking(List<String> answerers, @Nullable Instant until) {
    return Story.acting(planned(2, together(), ASK), planned(3, together(), ASK))
        .then(Facts.asked(2, answerers, until), Facts.asked(3));
  }

  private static Event late() {
    return new Event.ApprovalAnswered(RUN, e(2), TOO_LATE, "time");
  }

  private static Event denied() {
    return Facts.settled(2, new ToolOutcome.Denied("time", "nobody answered in time"));
  }
}
