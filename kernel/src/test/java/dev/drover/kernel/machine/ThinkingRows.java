package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.DENY;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LATER;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.REJECT;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.SESSION;
import static dev.drover.kernel.machine.SampleValues.answered;
import static dev.drover.kernel.machine.SampleValues.approval;
import static dev.drover.kernel.machine.SampleValues.cancel;
import static dev.drover.kernel.machine.SampleValues.cancelAny;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.inOrder;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Decisions while the model owes a reply.
final class ThinkingRows {
  private static final HandwrittenJournal FIRST = HandwrittenJournal.thinking();
  private static final HandwrittenJournal RETRYING =
      FIRST.then(SampleEvents.failed(1, 1, OVERLOADED, LATER));

  /// The second turn, under e3, after a tool was run.
  private static final HandwrittenJournal AFTER_A_TOOL =
      HandwrittenJournal.acting(planned(2, together(), ALLOW))
          .then(SampleEvents.started(2, 1), SampleEvents.settled(2, FINE));

  private static final Failure INTERRUPTED =
      new Failure(
          new Problem(
              "interrupted",
              "Interrupted",
              "the process that drove the run died, and runs are configured to end then",
              "Look at the run's events, then send the prompt again."),
          new Failure.Retry.Later(Duration.ZERO));

  private static final Failure REFUSED =
      new Failure(
          new Problem(
              "model_refused",
              "The model will not answer this",
              "the model, or its provider, refused to go on",
              "Look at what it said, then ask in another way, or ask another model."),
          Failure.Retry.NEVER);

  private ThinkingRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(replies());
    rows.addAll(endings());
    rows.addAll(verdicts());
    rows.addAll(breaks());
    rows.addAll(stops());
    rows.addAll(strays());
    return rows;
  }

  private static List<DecisionRow> endings() {
    var reasons =
        new ModelReply(
            List.of(new ContentBlock.Reasoning(Text.of("Hm."))),
            ModelReply.StopReason.LENGTH,
            COST);
    var silent =
        new ModelReply(
            List.of(new ContentBlock.Reasoning(Text.of("Hm."))), ModelReply.StopReason.DONE, COST);
    var cut =
        new ModelReply(
            List.of(new ContentBlock.Prose(Text.of("Do not"))), ModelReply.StopReason.LENGTH, COST);
    return List.of(
        row("a reply without prose completes the run with an empty answer")
            .given(FIRST)
            .when(answered(1, 1, silent))
            .then(SampleEvents.replied(1, silent), SampleEvents.completed("", AnswerEnding.EMPTY)),
        row("a reply of blanks completes the run with an empty answer")
            .given(FIRST)
            .when(answered(1, 1, saying(" \n")))
            .then(
                SampleEvents.replied(1, saying(" \n")),
                SampleEvents.completed(" \n", AnswerEnding.EMPTY)),
        row("an empty reply to the outcome of a tool is an empty answer")
            .given(AFTER_A_TOOL)
            .when(answered(3, 1, silent))
            .then(
                SampleEvents.replied(3, silent),
                SampleEvents.finished(
                    new RunOutcome.Completed(Text.EMPTY, null, AnswerEnding.EMPTY),
                    SampleValues.TWICE)),
        row("a reply that the output limit cut completes the run with a cut answer")
            .given(FIRST)
            .when(answered(1, 1, cut))
            .then(SampleEvents.replied(1, cut), SampleEvents.completed("Do not", AnswerEnding.CUT)),
        row("a reply that was cut before its first word is cut, not empty")
            .given(FIRST)
            .when(answered(1, 1, reasons))
            .then(SampleEvents.replied(1, reasons), SampleEvents.completed("", AnswerEnding.CUT)));
  }

  private static List<DecisionRow> replies() {
    var calls = List.of(planned(2, together(), ALLOW), planned(3, together(), ALLOW));
    var refusal =
        new ModelReply(
            List.of(new ContentBlock.Prose(Text.of("I will not."))),
            ModelReply.StopReason.REFUSED,
            COST);
    return List.of(
        row("a refusal fails the run with what was said, and is never tried again")
            .given(FIRST)
            .when(answered(1, 1, refusal))
            .then(
                SampleEvents.replied(1, refusal),
                SampleEvents.finished(
                    new RunOutcome.Failed(REFUSED, Text.of("I will not.")), COST)),
        row("a reply without calls completes the run")
            .given(FIRST)
            .when(answered(1, 1, saying("Done.")))
            .then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done.")),
        row("a reply to the second attempt completes the run")
            .given(RETRYING)
            .when(answered(1, 2, saying("Done.")))
            .then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done.")),
        row("the usage of all turns is in the end")
            .given(AFTER_A_TOOL)
            .when(answered(3, 1, saying("Done.")))
            .then(
                SampleEvents.replied(3, saying("Done.")),
                SampleEvents.finished(
                    new RunOutcome.Completed(Text.of("Done.")), SampleValues.TWICE)),
        row("calls that may run together are started together")
            .given(FIRST)
            .when(answered(1, 1, calls))
            .then(
                SampleEvents.replied(1, calls),
                SampleEvents.planned(calls),
                SampleEvents.started(2, 1),
                SampleEvents.started(3, 1)),
        row("the second turn names its calls after the second model call")
            .given(AFTER_A_TOOL)
            .when(answered(3, 1, List.of(planned(4, together(), ALLOW))))
            .then(
                SampleEvents.replied(3, List.of(planned(4, together(), ALLOW))),
                SampleEvents.planned(List.of(planned(4, together(), ALLOW))),
                SampleEvents.started(4, 1)));
  }

  private static List<DecisionRow> verdicts() {
    var alone = List.of(planned(2, inOrder(), ALLOW), planned(3, together(), ALLOW));
    var behindAQuestion = List.of(planned(2, inOrder(), ASK), planned(3, inOrder(), ALLOW));
    var besideAQuestion = List.of(planned(2, together(), ASK), planned(3, together(), ALLOW));
    var refused = List.of(planned(2, together(), DENY), planned(3, together(), REJECT));
    return List.of(
        row("one call that must run alone makes the turn run in order")
            .given(FIRST)
            .when(answered(1, 1, alone))
            .then(
                SampleEvents.replied(1, alone),
                SampleEvents.planned(alone),
                SampleEvents.started(2, 1)),
        row("in order, nothing is started behind a question")
            .given(FIRST)
            .when(answered(1, 1, behindAQuestion))
            .then(
                SampleEvents.replied(1, behindAQuestion),
                SampleEvents.planned(behindAQuestion),
                SampleEvents.asked(2)),
        row("together, a question does not hold up the others")
            .given(FIRST)
            .when(answered(1, 1, besideAQuestion))
            .then(
                SampleEvents.replied(1, besideAQuestion),
                SampleEvents.planned(besideAQuestion),
                SampleEvents.asked(2),
                SampleEvents.started(3, 1)),
        row("calls that are all refused lead straight to the next turn")
            .given(FIRST)
            .when(answered(1, 1, refused))
            .then(
                SampleEvents.replied(1, refused),
                SampleEvents.planned(refused),
                SampleEvents.settled(2, new ToolOutcome.Denied("never-send", "Not from here.")),
                SampleEvents.settled(3, new ToolOutcome.Refused("no tool 'sned'; close: send"))));
  }

  private static List<DecisionRow> breaks() {
    return List.of(
        row("a broken attempt with a time to retry is noted")
            .given(FIRST)
            .when(new Input.ModelCallFailed(e(1), 1, OVERLOADED, LATER))
            .then(SampleEvents.failed(1, 1, OVERLOADED, LATER)),
        row("a second broken attempt is noted as the second")
            .given(RETRYING)
            .when(new Input.ModelCallFailed(e(1), 2, OVERLOADED, LATER))
            .then(SampleEvents.failed(1, 2, OVERLOADED, LATER)),
        row("giving up ends the run")
            .given(FIRST)
            .when(new Input.ModelCallFailed(e(1), 1, OVERLOADED, null))
            .then(SampleEvents.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), Usage.NONE)),
        row("giving up after a tool was run closes the conversation first")
            .given(AFTER_A_TOOL)
            .when(new Input.ModelCallFailed(e(3), 1, OVERLOADED, null))
            .then(
                SampleEvents.interrupted(3, ""),
                SampleEvents.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), COST)));
  }

  private static List<DecisionRow> stops() {
    return List.of(
        row("cancelling whatever runs")
            .given(FIRST)
            .when(cancelAny())
            .then(SampleEvents.interrupted(1, ""), SampleEvents.cancelledByAnn(Usage.NONE)),
        row("cancelling this run keeps what the model had said")
            .given(AFTER_A_TOOL)
            .when(cancel(RUN, "I was about to"))
            .then(SampleEvents.interrupted(3, "I was about to"), SampleEvents.cancelledByAnn(COST)),
        row("cancelling between two attempts")
            .given(RETRYING)
            .when(cancel(RUN, ""))
            .then(SampleEvents.interrupted(1, ""), SampleEvents.cancelledByAnn(Usage.NONE)),
        row("cancelling another run")
            .given(FIRST)
            .when(cancel(OTHER_RUN, "I was about to"))
            .ignored(Why.OTHER_RUN),
        row("driving on asks the model again")
            .given(FIRST)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(1)),
        row("driving on between two attempts")
            .given(RETRYING)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(1)),
        row("closing a run that has touched nothing")
            .given(FIRST)
            .when(recovered(RecoveryCourse.CLOSE))
            .then(
                SampleEvents.recovered(1),
                SampleEvents.finished(new RunOutcome.Failed(INTERRUPTED, Text.EMPTY), Usage.NONE)),
        row("closing a run that has run a tool")
            .given(AFTER_A_TOOL)
            .when(recovered(RecoveryCourse.CLOSE))
            .then(
                SampleEvents.recovered(3),
                SampleEvents.interrupted(3, ""),
                SampleEvents.finished(new RunOutcome.Failed(INTERRUPTED, Text.EMPTY), COST)));
  }

  private static List<DecisionRow> strays() {
    return List.of(
        row("a reply to an older model call")
            .given(AFTER_A_TOOL)
            .when(answered(1, 1, saying("Late.")))
            .ignored(Why.STALE),
        row("a reply to an attempt that was given up")
            .given(RETRYING)
            .when(answered(1, 1, saying("Late.")))
            .ignored(Why.STALE),
        row("a reply to an attempt that is yet to come")
            .given(FIRST)
            .when(answered(1, 2, saying("Early.")))
            .ignored(Why.STALE),
        row("a break of an older model call")
            .given(AFTER_A_TOOL)
            .when(new Input.ModelCallFailed(e(1), 1, OVERLOADED, null))
            .ignored(Why.STALE),
        row("a second break of the same attempt")
            .given(RETRYING)
            .when(new Input.ModelCallFailed(e(1), 1, OVERLOADED, null))
            .ignored(Why.STALE),
        row("a late answer of a settled tool")
            .given(AFTER_A_TOOL)
            .when(new Input.ToolAnswered(e(2), FINE))
            .ignored(Why.STALE),
        row("a tool's answer under the model's name")
            .given(FIRST)
            .when(new Input.ToolAnswered(e(1), FINE))
            .ignored(Why.STALE),
        row("a late answer of a probe")
            .given(AFTER_A_TOOL)
            .when(new Input.ToolProbed(e(2), new ProbeResult.CannotTell("no trace")))
            .ignored(Why.STALE),
        row("a late approval")
            .given(AFTER_A_TOOL)
            .when(approval(2, new ApprovalAnswer.No("", ApprovalAnswer.OnDenial.STOP)))
            .ignored(Why.STALE),
        row("opening while the model is asked")
            .given(FIRST)
            .when(new Input.Opened(SESSION, "clerk", "/work", RECIPE))
            .ignored(Why.ALREADY_OPEN),
        row("a second prompt while the model is asked")
            .given(FIRST)
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, LIMITS, WhenBusy.REFUSE))
            .ignored(Why.BUSY),
        row("a clear while the model is asked")
            .given(FIRST)
            .when(new Input.ClearRequested("ann"))
            .ignored(Why.BUSY));
  }
}
