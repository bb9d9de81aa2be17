package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.DENY;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.OVERLOADED;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.TWICE;
import static dev.drover.kernel.Samples.answered;
import static dev.drover.kernel.Samples.cancel;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.recovered;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;

import java.util.List;

/// What follows when a run has used what it may: its turns, or its tokens.
final class LimitRows {
  private static final Limits ONE_TURN = new Limits(1, Limits.NO_TOKEN_LIMIT, 2);
  private static final Limits TWENTY_TOKENS = new Limits(50, 20, 2);

  private static final List<PlannedCall> DENIED = List.of(planned(2, together(), DENY));
  private static final List<PlannedCall> STARTED = List.of(planned(2, together(), ALLOW));

  /// The last call without tools is due under e3; nothing was ever run.
  private static final Story PAST_TURNS =
      Story.acting(ONE_TURN, DENIED)
          .then(Facts.settled(2, new ToolOutcome.Denied("never-send", "Not from here.")));

  /// The same, and a tool was run.
  private static final Story PAST_TURNS_AND_TOUCHED =
      Story.acting(ONE_TURN, STARTED).then(Facts.started(2, 1), Facts.settled(2, FINE));

  /// Ten tokens of twenty are used; the second turn is due under e3.
  private static final Story HALF_USED =
      Story.acting(TWENTY_TOKENS, STARTED).then(Facts.started(2, 1), Facts.settled(2, FINE));

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
                Facts.replied(3, saying("So far.")),
                Facts.finished(new RunOutcome.Failed(OUT_OF_TURNS, Text.of("So far.")), TWICE)),
        row("past the turns, calls are refused and the run fails")
            .given(PAST_TURNS)
            .when(answered(3, 1, List.of(planned(4, together(), ALLOW))))
            .then(
                Facts.replied(3, List.of(planned(4, together(), ALLOW))),
                Facts.planned(List.of(planned(4, together(), NO_TOOLS))),
                Facts.settled(4, NOT_OFFERED),
                Facts.finished(new RunOutcome.Failed(OUT_OF_TURNS, Text.EMPTY), TWICE)),
        row("past the turns, nobody is asked")
            .given(PAST_TURNS_AND_TOUCHED)
            .when(answered(3, 1, List.of(planned(4, together(), ASK))))
            .then(
                Facts.replied(3, List.of(planned(4, together(), ASK))),
                Facts.planned(List.of(planned(4, together(), NO_TOOLS))),
                Facts.settled(4, NOT_OFFERED),
                Facts.interrupted(5, ""),
                Facts.finished(new RunOutcome.Failed(OUT_OF_TURNS, Text.EMPTY), TWICE)),
        row("past the turns, a broken last call can still be given up")
            .given(PAST_TURNS)
            .when(new Input.ModelBroke(e(3), 1, OVERLOADED, null))
            .then(Facts.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), COST)),
        row("past the turns, a crash costs no further turn")
            .given(PAST_TURNS)
            .when(recovered(Input.Course.DRIVE_ON))
            .then(Facts.recovered(3)),
        row("past the turns, a cancel is a cancel")
            .given(PAST_TURNS)
            .when(cancel(RUN, "So"))
            .then(Facts.interrupted(3, "So"), Facts.cancelledByAnn(COST)),
        row("a run with all the turns there are goes on")
            .given(
                Story.acting(new Limits(Integer.MAX_VALUE, 100, 2), STARTED)
                    .then(Facts.started(2, 1)))
            .when(new Input.ToolAnswered(e(2), FINE))
            .then(Facts.settled(2, FINE)),
        row("the last tokens may be the answer")
            .given(HALF_USED)
            .when(answered(3, 1, saying("Done.")))
            .then(
                Facts.replied(3, saying("Done.")),
                Facts.finished(new RunOutcome.Completed(Text.of("Done.")), TWICE)),
        row("no model call is begun when the tokens are used")
            .given(HALF_USED)
            .when(answered(3, 1, List.of(planned(4, together(), DENY))))
            .then(
                Facts.replied(3, List.of(planned(4, together(), DENY))),
                Facts.planned(List.of(planned(4, together(), DENY))),
                Facts.settled(4, new ToolOutcome.Denied("never-send", "Not from here.")),
                Facts.interrupted(5, ""),
                Facts.finished(new RunOutcome.Failed(OUT_OF_TOKENS, Text.EMPTY), TWICE)),
        row("the tokens are counted again when the last tool has answered")
            .given(
                HALF_USED.then(
                    Facts.replied(3, List.of(planned(4, together(), ALLOW))),
                    Facts.planned(List.of(planned(4, together(), ALLOW))),
                    Facts.started(4, 1)))
            .when(new Input.ToolAnswered(e(4), FINE))
            .then(
                Facts.settled(4, FINE),
                Facts.interrupted(5, ""),
                Facts.finished(new RunOutcome.Failed(OUT_OF_TOKENS, Text.EMPTY), TWICE)));
  }
}
