package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;
import static dev.drover.kernel.machine.SampleValues.unsafe;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import java.util.List;

/// Decisions about the cancellation of one call: it ends, and its run continues.
final class CallCancelRows {
  private static final RunId CALL = new RunId("c-1");
  private static final ToolOutcome BY_ANN = new ToolOutcome.Cancelled("cancelled by ann");

  private CallCancelRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("one of two calls is cancelled, and the other goes on")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(cancelled(2))
            .then(SampleEvents.settled(2, BY_ANN)),
        row("the call that others wait for is cancelled, and the next begins")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(cancelled(2))
            .then(SampleEvents.settled(2, BY_ANN), SampleEvents.started(3, 1)),
        row("a call that waits for its turn is cancelled")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(cancelled(3))
            .then(SampleEvents.settled(3, BY_ANN)),
        row("the last call of a turn is cancelled, and the model is asked")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(cancelled(3))
            .then(SampleEvents.settled(3, BY_ANN)),
        row("a call that a person is asked about is cancelled, which is no refusal")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(cancelled(2))
            .then(SampleEvents.settled(2, BY_ANN)),
        row("a call that is being probed is cancelled")
            .given(HalfFinishedTurns.PROBING)
            .when(cancelled(2))
            .then(SampleEvents.settled(2, BY_ANN)),
        row("a call that is elsewhere is cancelled")
            .given(DeferralRows.AWAY)
            .when(cancelled(2))
            .then(SampleEvents.settled(2, BY_ANN)),
        row("a call that has ended is cancelled")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(cancelled(2))
            .ignored(Why.STALE),
        row("a call is cancelled while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(cancelled(1))
            .ignored(Why.STALE),
        row("a call is cancelled when no run is going")
            .given(HandwrittenJournal.opened())
            .when(cancelled(1))
            .ignored(Why.STALE),
        row("a call is cancelled before the opening")
            .given(HandwrittenJournal.empty())
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
                HandwrittenJournal.opened()
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

  private static HandwrittenJournal direct(CallTerms terms) {
    return HandwrittenJournal.opened()
        .then(
            new Event.DirectCallAccepted(CALL, "host", planned(1, terms, ALLOW)),
            new Event.ToolStarted(CALL, e(1), 1));
  }

  private static Event ended() {
    return new Event.ToolSettled(CALL, e(1), BY_ANN);
  }
}
