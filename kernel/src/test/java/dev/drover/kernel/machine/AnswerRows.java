package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.DENY;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.TWICE;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import java.util.List;

/// Decisions about answers to a prompt that asks for JSON, valid and invalid.
final class AnswerRows {
  private static final ModelReply WORDS = saying("About seven.");
  private static final ModelReply REFUSAL =
      new ModelReply(
          List.of(new ContentBlock.Prose(Text.of("I will not."))),
          ModelReply.StopReason.REFUSED,
          COST);
  private static final ModelReply CUT =
      new ModelReply(WORDS.blocks(), ModelReply.StopReason.LENGTH, COST);
  private static final RunLimits ONE_TURN = new RunLimits(1, RunLimits.NO_TOKEN_LIMIT, 2);
  private static final Text VALUE = Text.of("{\"total\":7}");
  private static final AnswerValidation UNFIT =
      new AnswerValidation.Invalid("It is no JSON object.");

  private static final HandwrittenJournal ASKED = asked(1);
  private static final HandwrittenJournal ASKED_ONCE_MORE =
      ASKED.then(
          SampleEvents.replied(1, WORDS),
          new Event.AnswerRejected(RUN, e(1), "It is no JSON object."));

  private AnswerRows() {}

  private static HandwrittenJournal asked(int repairs) {
    return HandwrittenJournal.opened().then(new Event.RunAccepted(RUN, wanting(repairs), LIMITS));
  }

  private static Prompt wanting(int repairs) {
    return new Prompt(
        Text.of("What is the total?"),
        List.of(),
        new Prompt.History.Own(),
        new AnswerType.Json("Total", Text.of("{\"type\":\"object\"}"), repairs),
        null,
        PromptRewrite.NONE);
  }

  /// The only turn has ended; the model is called once more, without tools, under e3.
  private static HandwrittenJournal lastCall() {
    var calls = List.of(planned(2, together(), DENY));
    return HandwrittenJournal.opened()
        .then(
            new Event.RunAccepted(RUN, wanting(1), ONE_TURN),
            SampleEvents.replied(1, calls),
            SampleEvents.planned(calls),
            SampleEvents.settled(2, new ToolOutcome.Denied("never-send", "Not from here.")));
  }

  private static Input answered(long effect, AnswerValidation fit) {
    return new Input.ModelAnswered(e(effect), 1, WORDS, List.of(), fit);
  }

  private static Failure misfit() {
    return Failure.lasting(
        new Problem(
            "answer_misfit",
            "The answer is not what was asked for",
            "It is no JSON object.",
            "Look at what the model said, make the schema simpler, or ask another model."));
  }

  static List<DecisionRow> all() {
    var misfit = misfit();
    return List.of(
        row("an answer that fits completes the run with its value")
            .given(ASKED)
            .when(answered(1, new AnswerValidation.Valid(VALUE)))
            .then(
                SampleEvents.replied(1, WORDS),
                SampleEvents.finished(
                    new RunOutcome.Completed(Text.of("About seven."), VALUE), COST)),
        row("an answer that was cut and fits is cut all the same")
            .given(ASKED)
            .when(
                new Input.ModelAnswered(e(1), 1, CUT, List.of(), new AnswerValidation.Valid(VALUE)))
            .then(
                SampleEvents.replied(1, CUT),
                SampleEvents.finished(
                    new RunOutcome.Completed(Text.of("About seven."), VALUE, AnswerEnding.CUT),
                    COST)),
        row("one that does not fit is sent back")
            .given(ASKED)
            .when(answered(1, UNFIT))
            .then(
                SampleEvents.replied(1, WORDS),
                new Event.AnswerRejected(RUN, e(1), "It is no JSON object.")),
        row("the answer to that may fit")
            .given(ASKED_ONCE_MORE)
            .when(answered(2, new AnswerValidation.Valid(VALUE)))
            .then(
                SampleEvents.replied(2, WORDS),
                SampleEvents.finished(
                    new RunOutcome.Completed(Text.of("About seven."), VALUE), TWICE)),
        row("after as many repairs as there are the run fails with what was said")
            .given(ASKED_ONCE_MORE)
            .when(answered(2, UNFIT))
            .then(
                SampleEvents.replied(2, WORDS),
                SampleEvents.finished(
                    new RunOutcome.Failed(misfit, Text.of("About seven.")), TWICE)),
        row("without repairs it fails at once")
            .given(asked(0))
            .when(answered(1, UNFIT))
            .then(
                SampleEvents.replied(1, WORDS),
                SampleEvents.finished(
                    new RunOutcome.Failed(misfit, Text.of("About seven.")), COST)),
        row("a refusal is not sent back")
            .given(ASKED)
            .when(new Input.ModelAnswered(e(1), 1, REFUSAL, List.of(), UNFIT))
            .then(
                SampleEvents.replied(1, REFUSAL),
                SampleEvents.finished(
                    new RunOutcome.Failed(RunProblems.modelRefused(), Text.of("I will not.")),
                    COST)),
        row("the last answer of a run is not sent back")
            .given(lastCall())
            .when(answered(3, UNFIT))
            .then(
                SampleEvents.replied(3, WORDS),
                SampleEvents.finished(
                    new RunOutcome.Failed(
                        RunProblems.outOfTurns(ONE_TURN), Text.of("About seven.")),
                    TWICE)),
        row("what wants JSON cannot be told to a run that is going")
            .given(ASKED)
            .when(new Input.Prompted(OTHER_RUN, wanting(1), RECIPE, LIMITS, WhenBusy.STEER))
            .ignored(Why.NOT_ALLOWED));
  }
}
