package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.DENY;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.LATER;
import static dev.drover.kernel.Samples.LIMITS;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.OVERLOADED;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.REJECT;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.SESSION;
import static dev.drover.kernel.Samples.answered;
import static dev.drover.kernel.Samples.approval;
import static dev.drover.kernel.Samples.cancel;
import static dev.drover.kernel.Samples.cancelAny;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.inOrder;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.recovered;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input.Course;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What follows while the model owes a reply.
final class ThinkingRows {
  private static final Story FIRST = Story.thinking();
  private static final Story RETRYING = FIRST.then(Facts.failed(1, 1, OVERLOADED, LATER));

  /// The second turn, under e3, after a tool was run.
  private static final Story AFTER_A_TOOL =
      Story.acting(planned(2, together(), ALLOW)).then(Facts.started(2, 1), Facts.settled(2, FINE));

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
            List.of(new Block.Reasoning(Text.of("Hm."))), ModelReply.StopReason.LENGTH, COST);
    var silent =
        new ModelReply(
            List.of(new Block.Reasoning(Text.of("Hm."))), ModelReply.StopReason.DONE, COST);
    var cut =
        new ModelReply(
            List.of(new Block.Prose(Text.of("Do not"))), ModelReply.StopReason.LENGTH, COST);
    return List.of(
        row("a reply without prose completes the run with an empty answer")
            .given(FIRST)
            .when(answered(1, 1, silent))
            .then(Facts.replied(1, silent), Facts.completed("", AnswerEnding.EMPTY)),
        row("a reply of blanks completes the run with an empty answer")
            .given(FIRST)
            .when(answered(1, 1, saying(" \n")))
            .then(Facts.replied(1, saying(" \n")), Facts.completed(" \n", AnswerEnding.EMPTY)),
        row("an empty reply to the outcome of a tool is an empty answer")
            .given(AFTER_A_TOOL)
            .when(answered(3, 1, silent))
            .then(
                Facts.replied(3, silent),
                Facts.finished(
                    new RunOutcome.Completed(Text.EMPTY, null, AnswerEnding.EMPTY), Samples.TWICE)),
        row("a reply that the output limit cut completes the run with a cut answer")
            .given(FIRST)
            .when(answered(1, 1, cut))
            .then(Facts.replied(1, cut), Facts.completed("Do not", AnswerEnding.CUT)),
        row("a reply that was cut before its first word is cut, not empty")
            .given(FIRST)
            .when(answered(1, 1, reasons))
            .then(Facts.replied(1, reasons), Facts.completed("", AnswerEnding.CUT)));
  }

  private static List<DecisionRow> replies() {
    var calls = List.of(planned(2, together(), ALLOW), planned(3, together(), ALLOW));
    var refusal =
        new ModelReply(
            List.of(new Block.Prose(Text.of("I will not."))), ModelReply.StopReason.REFUSED, COST);
    return List.of(
        row("a refusal fails the run with what was said, and is never tried again")
            .given(FIRST)
            .when(answered(1, 1, refusal))
            .then(
                Facts.replied(1, refusal),
                Facts.finished(new RunOutcome.Failed(REFUSED, Text.of("I will not.")), COST)),
        row("a reply without calls completes the run")
            .given(FIRST)
            .when(answered(1, 1, saying("Done.")))
            .then(Facts.replied(1, saying("Done.")), Facts.completed("Done.")),
        row("a reply to the second attempt completes the run")
            .given(RETRYING)
            .when(answered(1, 2, saying("Done.")))
            .then(Facts.replied(1, saying("Done.")), Facts.completed("Done.")),
        row("the usage of all turns is in the end")
            .given(AFTER_A_TOOL)
            .when(answered(3, 1, saying("Done.")))
            .then(
                Facts.replied(3, saying("Done.")),
                Facts.finished(new RunOutcome.Completed(Text.of("Done.")), Samples.TWICE)),
        row("calls that may run together are started together")
            .given(FIRST)
            .when(answered(1, 1, calls))
            .then(
                Facts.replied(1, calls),
                Facts.planned(calls),
                Facts.started(2, 1),
                Facts.started(3, 1)),
        row("the second turn names its calls after the second model call")
            .given(AFTER_A_TOOL)
            .when(answered(3, 1, List.of(planned(4, together(), ALLOW))))
            .then(
                Facts.replied(3, List.of(planned(4, together(), ALLOW))),
                Facts.planned(List.of(planned(4, together(), ALLOW))),
                Facts.started(4, 1)));
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
            .then(Facts.replied(1, alone), Facts.planned(alone), Facts.started(2, 1)),
        row("in order, nothing is started behind a question")
            .given(FIRST)
            .when(answered(1, 1, behindAQuestion))
            .then(
                Facts.replied(1, behindAQuestion), Facts.planned(behindAQuestion), Facts.asked(2)),
        row("together, a question does not hold up the others")
            .given(FIRST)
            .when(answered(1, 1, besideAQuestion))
            .then(
                Facts.replied(1, besideAQuestion),
                Facts.planned(besideAQuestion),
                Facts.asked(2),
                Facts.started(3, 1)),
        row("calls that are all refused lead straight to the next turn")
            .given(FIRST)
            .when(answered(1, 1, refused))
            .then(
                Facts.replied(1, refused),
                Facts.planned(refused),
                Facts.settled(2, new ToolOutcome.Denied("never-send", "Not from here.")),
                Facts.settled(3, new ToolOutcome.Refused("no tool 'sned'; close: send"))));
  }

  private static List<DecisionRow> breaks() {
    return List.of(
        row("a broken attempt with a time to retry is noted")
            .given(FIRST)
            .when(new Input.ModelBroke(e(1), 1, OVERLOADED, LATER))
            .then(Facts.failed(1, 1, OVERLOADED, LATER)),
        row("a second broken attempt is noted as the second")
            .given(RETRYING)
            .when(new Input.ModelBroke(e(1), 2, OVERLOADED, LATER))
            .then(Facts.failed(1, 2, OVERLOADED, LATER)),
        row("giving up ends the run")
            .given(FIRST)
            .when(new Input.ModelBroke(e(1), 1, OVERLOADED, null))
            .then(Facts.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), Usage.NONE)),
        row("giving up after a tool was run closes the conversation first")
            .given(AFTER_A_TOOL)
            .when(new Input.ModelBroke(e(3), 1, OVERLOADED, null))
            .then(
                Facts.interrupted(3, ""),
                Facts.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), COST)));
  }

  private static List<DecisionRow> stops() {
    return List.of(
        row("cancelling whatever runs")
            .given(FIRST)
            .when(cancelAny())
            .then(Facts.interrupted(1, ""), Facts.cancelledByAnn(Usage.NONE)),
        row("cancelling this run keeps what the model had said")
            .given(AFTER_A_TOOL)
            .when(cancel(RUN, "I was about to"))
            .then(Facts.interrupted(3, "I was about to"), Facts.cancelledByAnn(COST)),
        row("cancelling between two attempts")
            .given(RETRYING)
            .when(cancel(RUN, ""))
            .then(Facts.interrupted(1, ""), Facts.cancelledByAnn(Usage.NONE)),
        row("cancelling another run")
            .given(FIRST)
            .when(cancel(OTHER_RUN, "I was about to"))
            .ignored(Why.OTHER_RUN),
        row("driving on asks the model again")
            .given(FIRST)
            .when(recovered(Course.DRIVE_ON))
            .then(Facts.recovered(1)),
        row("driving on between two attempts")
            .given(RETRYING)
            .when(recovered(Course.DRIVE_ON))
            .then(Facts.recovered(1)),
        row("closing a run that has touched nothing")
            .given(FIRST)
            .when(recovered(Course.CLOSE))
            .then(
                Facts.recovered(1),
                Facts.finished(new RunOutcome.Failed(INTERRUPTED, Text.EMPTY), Usage.NONE)),
        row("closing a run that has run a tool")
            .given(AFTER_A_TOOL)
            .when(recovered(Course.CLOSE))
            .then(
                Facts.recovered(3),
                Facts.interrupted(3, ""),
                Facts.finished(new RunOutcome.Failed(INTERRUPTED, Text.EMPTY), COST)));
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
            .when(new Input.ModelBroke(e(1), 1, OVERLOADED, null))
            .ignored(Why.STALE),
        row("a second break of the same attempt")
            .given(RETRYING)
            .when(new Input.ModelBroke(e(1), 1, OVERLOADED, null))
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
            .when(new Input.ToolProbed(e(2), new Input.Finding.CannotTell("no trace")))
            .ignored(Why.STALE),
        row("a late approval")
            .given(AFTER_A_TOOL)
            .when(approval(2, new Answer.No("", Answer.Then.STOP)))
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
