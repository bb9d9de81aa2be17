package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.together;
import static dev.drover.kernel.Samples.unsafe;

import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.Decision.Why;
import java.util.List;

/// What follows when one call is cancelled: it ends, and its run goes on.
final class CallCancelRows {
  private static final RunId CALL = new RunId("c-1");
  private static final ToolOutcome BY_ANN = new ToolOutcome.Cancelled("cancelled by ann");

  private CallCancelRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("one of two calls is cancelled, and the other goes on")
            .given(Turn.BOTH_RUN)
            .when(cancelled(2))
            .then(Facts.settled(2, BY_ANN)),
        row("the call that others wait for is cancelled, and the next begins")
            .given(Turn.IN_ORDER)
            .when(cancelled(2))
            .then(Facts.settled(2, BY_ANN), Facts.started(3, 1)),
        row("a call that waits for its turn is cancelled")
            .given(Turn.IN_ORDER)
            .when(cancelled(3))
            .then(Facts.settled(3, BY_ANN)),
        row("the last call of a turn is cancelled, and the model is asked")
            .given(Turn.ONE_LEFT)
            .when(cancelled(3))
            .then(Facts.settled(3, BY_ANN)),
        row("a call that a person is asked about is cancelled, which is no refusal")
            .given(Turn.ASKED_ALONE)
            .when(cancelled(2))
            .then(Facts.settled(2, BY_ANN)),
        row("a call that is being probed is cancelled")
            .given(Turn.PROBING)
            .when(cancelled(2))
            .then(Facts.settled(2, BY_ANN)),
        row("a call that is elsewhere is cancelled")
            .given(DeferralRows.AWAY)
            .when(cancelled(2))
            .then(Facts.settled(2, BY_ANN)),
        row("a call that has ended is cancelled")
            .given(Turn.ONE_LEFT)
            .when(cancelled(2))
            .ignored(Why.STALE),
        row("a call is cancelled while the model is asked")
            .given(Story.thinking())
            .when(cancelled(1))
            .ignored(Why.STALE),
        row("a call is cancelled when no run is going")
            .given(Story.opened())
            .when(cancelled(1))
            .ignored(Why.STALE),
        row("a call is cancelled before the opening")
            .given(Story.untold())
            .when(cancelled(1))
            .ignored(Why.NOT_OPEN),
        row("a direct call that runs is cancelled as a call")
            .given(direct(together()))
            .when(cancelled(1))
            .then(ended()),
        row("a direct call that is elsewhere is cancelled as a call")
            .given(direct(together()).then(new Event.ToolDeferred(CALL, e(1), null, List.of())))
            .when(cancelled(1))
            .then(ended()),
        row("a direct call that is being probed is cancelled as a call")
            .given(
                direct(unsafe(AfterCrash.PROBE))
                    .then(new Event.RunRecovered(CALL, "host-b", List.of(e(1)))))
            .when(cancelled(1))
            .then(ended()),
        row("a direct call that a person is asked about is cancelled as a call")
            .given(
                Story.opened()
                    .then(
                        new Event.DirectCallAccepted(CALL, "host", planned(1, together(), ASK)),
                        new Event.ApprovalRequested(
                            CALL, e(1), "send", "", "", Text.EMPTY, List.of(), null)))
            .when(cancelled(1))
            .then(ended()));
  }

  private static Input cancelled(long effect) {
    return new Input.CallCancelled(e(effect), "ann");
  }

  private static Story direct(CallTerms terms) {
    return Story.opened()
        .then(
            new Event.DirectCallAccepted(CALL, "host", planned(1, terms, ALLOW)),
            new Event.ToolStarted(CALL, e(1), 1));
  }

  private static Event ended() {
    return new Event.ToolSettled(CALL, e(1), BY_ANN);
  }
}
