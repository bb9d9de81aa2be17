package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.DENY;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.TWICE;
import static dev.drover.kernel.machine.SampleValues.answered;
import static dev.drover.kernel.machine.SampleValues.cancel;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import java.util.List;

/// Decisions about a run that has used its turns or its tokens.
final class LimitRows {
  private static final RunLimits ONE_TURN = new RunLimits(1, RunLimits.NO_TOKEN_LIMIT, 2);
  private static final RunLimits TWENTY_TOKENS = new RunLimits(50, 20, 2);

  private static final List<PlannedCall> DENIED = List.of(planned(2, together(), DENY));
  private static final List<PlannedCall> STARTED = List.of(planned(2, together(), ALLOW));

  /// The last call without tools is due under e3; nothing was ever run.
  private static final HandwrittenJournal PAST_TURNS =
      HandwrittenJournal.acting(ONE_TURN, DENIED)
          .then(SampleEvents.settled(2, new ToolOutcome.Denied("never-send", "Not from here.")));

  /// The same, and a tool was run.
  private static final HandwrittenJournal PAST_TURNS_AND_TOUCHED =
      HandwrittenJournal.acting(ONE_TURN, STARTED)
          .then(SampleEvents.started(2, 1), SampleEvents.settled(2, FINE));

  /// Ten tokens of twenty are used; the second turn is due under e3.
  private static final HandwrittenJournal HALF_USED =
      HandwrittenJournal.acting(TWENTY_TOKENS, STARTED)
          .then(SampleEvents.started(2, 1), SampleEvents.settled(2, FINE));

  private static final Failure OUT_OF_TURNS =
      new Failure(
          new Problem(
              "out_of_turns",
              "Out of turns",
              "the run used its 1 turns before the model was done",
              "Send another prompt to go on, or allow more turns."),
          Failure.Retry.NEVER);

  private static final Failure OUT_OF_TOKENS =
      new Failure(
          new Problem(
              "budget_exhausted",
              "Budget exhausted",
              "the run has used 20 of its 20 tokens",
              "Send another prompt to go on, or allow more tokens."),
          Failure.Retry.NEVER);

  private static final Verdict NO_TOOLS =
      new Verdict.Reject("the run is out of turns; no tools were offered");
  private static final ToolOutcome NOT_OFFERED =
      new ToolOutcome.Refused("the run is out of turns; no tools were offered");

  private LimitRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("past the turns, the last word is the answer of a failed run")
            .given(PAST_TURNS)
            .when(answered(3, 1, saying("So far.")))
            .then(
                SampleEvents.replied(3, saying("So far.")),
                SampleEvents.finished(
                    new RunOutcome.Failed(OUT_OF_TURNS, Text.of("So far.")), TWICE)),
        row("past the turns, calls are refused and the run fails")
            .given(PAST_TURNS)
            .when(answered(3, 1, List.of(planned(4, together(), ALLOW))))
            .then(
                SampleEvents.replied(3, List.of(planned(4, together(), ALLOW))),
                SampleEvents.planned(List.of(planned(4, together(), NO_TOOLS))),
                SampleEvents.settled(4, NOT_OFFERED),
                SampleEvents.finished(new RunOutcome.Failed(OUT_OF_TURNS, Text.EMPTY), TWICE)),
        row("past the turns, nobody is asked")
            .given(PAST_TURNS_AND_TOUCHED)
            .when(answered(3, 1, List.of(planned(4, together(), ASK))))
            .then(
                SampleEvents.replied(3, List.of(planned(4, together(), ASK))),
                SampleEvents.planned(List.of(planned(4, together(), NO_TOOLS))),
                SampleEvents.settled(4, NOT_OFFERED),
                SampleEvents.interrupted(5, ""),
                SampleEvents.finished(new RunOutcome.Failed(OUT_OF_TURNS, Text.EMPTY), TWICE)),
        row("past the turns, a broken last call can still be given up")
            .given(PAST_TURNS)
            .when(new Input.ModelCallFailed(e(3), 1, OVERLOADED, null))
            .then(SampleEvents.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), COST)),
        row("past the turns, a crash costs no further turn")
            .given(PAST_TURNS)
            .when(recovered(Input.RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(3)),
        row("past the turns, a cancel is a cancel")
            .given(PAST_TURNS)
            .when(cancel(RUN, "So"))
            .then(SampleEvents.interrupted(3, "So"), SampleEvents.cancelledByAnn(COST)),
        row("a run with all the turns there are goes on")
            .given(
                HandwrittenJournal.acting(new RunLimits(Integer.MAX_VALUE, 100, 2), STARTED)
                    .then(SampleEvents.started(2, 1)))
            .when(new Input.ToolAnswered(e(2), FINE))
            .then(SampleEvents.settled(2, FINE)),
        row("the last tokens may be the answer")
            .given(HALF_USED)
            .when(answered(3, 1, saying("Done.")))
            .then(
                SampleEvents.replied(3, saying("Done.")),
                SampleEvents.finished(new RunOutcome.Completed(Text.of("Done.")), TWICE)),
        row("no model call is begun when the tokens are used")
            .given(HALF_USED)
            .when(answered(3, 1, List.of(planned(4, together(), DENY))))
            .then(
                SampleEvents.replied(3, List.of(planned(4, together(), DENY))),
                SampleEvents.planned(List.of(planned(4, together(), DENY))),
                SampleEvents.settled(4, new ToolOutcome.Denied("never-send", "Not from here.")),
                SampleEvents.interrupted(5, ""),
                SampleEvents.finished(new RunOutcome.Failed(OUT_OF_TOKENS, Text.EMPTY), TWICE)),
        row("the tokens are counted again when the last tool has answered")
            .given(
                HALF_USED.then(
                    SampleEvents.replied(3, List.of(planned(4, together(), ALLOW))),
                    SampleEvents.planned(List.of(planned(4, together(), ALLOW))),
                    SampleEvents.started(4, 1)))
            .when(new Input.ToolAnswered(e(4), FINE))
            .then(
                SampleEvents.settled(4, FINE),
                SampleEvents.interrupted(5, ""),
                SampleEvents.finished(new RunOutcome.Failed(OUT_OF_TOKENS, Text.EMPTY), TWICE)));
  }
}
