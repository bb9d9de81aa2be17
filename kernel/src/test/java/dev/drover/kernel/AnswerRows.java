package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.DENY;
import static dev.drover.kernel.Samples.LIMITS;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.TWICE;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;

import dev.drover.kernel.Decision.Why;
import java.util.List;

/// What follows when a prompt wants JSON, and what comes is, or is not.
final class AnswerRows {
  private static final ModelReply WORDS = saying("About seven.");
  private static final ModelReply REFUSAL =
      new ModelReply(
          List.of(new Block.Prose(Text.of("I will not."))), ModelReply.StopReason.REFUSED, COST);
  private static final ModelReply CUT =
      new ModelReply(WORDS.blocks(), ModelReply.StopReason.LENGTH, COST);
  private static final Limits ONE_TURN = new Limits(1, Limits.NO_TOKEN_LIMIT, 2);
  private static final Text VALUE = Text.of("{\"total\":7}");
  private static final Fit UNFIT = new Fit.Misfit("It is no JSON object.");

  private static final Story ASKED = asked(1);
  private static final Story ASKED_ONCE_MORE =
      ASKED.then(
          Facts.replied(1, WORDS), new Event.AnswerRejected(RUN, e(1), "It is no JSON object."));

  private AnswerRows() {}

  private static Story asked(int repairs) {
    return Story.opened().then(new Event.RunAccepted(RUN, wanting(repairs), LIMITS));
  }

  private static Prompt wanting(int repairs) {
    return new Prompt(
        Text.of("What is the total?"),
        List.of(),
        new Prompt.History.Own(),
        new AnswerType.Json("Total", Text.of("{\"type\":\"object\"}"), repairs),
        null,
        Rewording.NONE);
  }

  /// The only turn is over; the model is asked once more, without tools, under e3.
  private static Story lastCall() {
    var calls = List.of(planned(2, together(), DENY));
    return Story.opened()
        .then(
            new Event.RunAccepted(RUN, wanting(1), ONE_TURN),
            Facts.replied(1, calls),
            Facts.planned(calls),
            Facts.settled(2, new ToolOutcome.Denied("never-send", "Not from here.")));
  }

  private static Input answered(long effect, Fit fit) {
    return new Input.ModelAnswered(e(effect), 1, WORDS, List.of(), fit);
  }

  static List<DecisionRow> all() {
    var misfit =
        Failure.lasting(
            new Problem(
                "answer_misfit",
                "The answer is not what was asked for",
                "It is no JSON object.",
                "Look at what the model said, make the schema simpler, or ask another model."));
    return List.of(
        row("an answer that fits completes the run with its value")
            .given(ASKED)
            .when(answered(1, new Fit.Fits(VALUE)))
            .then(
                Facts.replied(1, WORDS),
                Facts.finished(new RunOutcome.Completed(Text.of("About seven."), VALUE), COST)),
        row("an answer that was cut and fits is cut all the same")
            .given(ASKED)
            .when(new Input.ModelAnswered(e(1), 1, CUT, List.of(), new Fit.Fits(VALUE)))
            .then(
                Facts.replied(1, CUT),
                Facts.finished(
                    new RunOutcome.Completed(Text.of("About seven."), VALUE, AnswerEnding.CUT),
                    COST)),
        row("one that does not fit is sent back")
            .given(ASKED)
            .when(answered(1, UNFIT))
            .then(
                Facts.replied(1, WORDS),
                new Event.AnswerRejected(RUN, e(1), "It is no JSON object.")),
        row("the answer to that may fit")
            .given(ASKED_ONCE_MORE)
            .when(answered(2, new Fit.Fits(VALUE)))
            .then(
                Facts.replied(2, WORDS),
                Facts.finished(new RunOutcome.Completed(Text.of("About seven."), VALUE), TWICE)),
        row("after as many repairs as there are the run fails with what was said")
            .given(ASKED_ONCE_MORE)
            .when(answered(2, UNFIT))
            .then(
                Facts.replied(2, WORDS),
                Facts.finished(new RunOutcome.Failed(misfit, Text.of("About seven.")), TWICE)),
        row("without repairs it fails at once")
            .given(asked(0))
            .when(answered(1, UNFIT))
            .then(
                Facts.replied(1, WORDS),
                Facts.finished(new RunOutcome.Failed(misfit, Text.of("About seven.")), COST)),
        row("a refusal is not sent back")
            .given(ASKED)
            .when(new Input.ModelAnswered(e(1), 1, REFUSAL, List.of(), UNFIT))
            .then(
                Facts.replied(1, REFUSAL),
                Facts.finished(
                    new RunOutcome.Failed(RunProblems.modelRefused(), Text.of("I will not.")),
                    COST)),
        row("the last answer of a run is not sent back")
            .given(lastCall())
            .when(answered(3, UNFIT))
            .then(
                Facts.replied(3, WORDS),
                Facts.finished(
                    new RunOutcome.Failed(
                        RunProblems.outOfTurns(ONE_TURN), Text.of("About seven.")),
                    TWICE)),
        row("what wants JSON cannot be told to a run that is going")
            .given(ASKED)
            .when(new Input.Prompted(OTHER_RUN, wanting(1), RECIPE, LIMITS, WhenBusy.STEER))
            .ignored(Why.NOT_ALLOWED));
  }
}
