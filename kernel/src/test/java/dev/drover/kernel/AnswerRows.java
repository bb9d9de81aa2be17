package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.LIMITS;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.TWICE;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.saying;

import dev.drover.kernel.Decision.Why;
import java.util.List;

/// What follows when a prompt wants JSON, and what comes is, or is not.
final class AnswerRows {
  private static final ModelReply WORDS = saying("About seven.");
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
        row("what wants JSON cannot be told to a run that is going")
            .given(ASKED)
            .when(new Input.Prompted(OTHER_RUN, wanting(1), RECIPE, LIMITS, WhenBusy.STEER))
            .ignored(Why.NOT_ALLOWED));
  }
}
