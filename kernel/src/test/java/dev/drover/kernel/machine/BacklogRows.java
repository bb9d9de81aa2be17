package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.OTHER_RECIPE;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.TWICE;
import static dev.drover.kernel.machine.SampleValues.answered;
import static dev.drover.kernel.machine.SampleValues.cancel;
import static dev.drover.kernel.machine.SampleValues.cancelAny;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Decisions about prompts and texts that arrive during a run.
final class BacklogRows {
  private static final RunKey KEY = new RunKey("k-1");
  private static final Prompt STEER =
      new Prompt(Text.of("Use the other file."), new Prompt.History.Own(), KEY);
  private static final RunOutcome.Cancelled BY_ANN =
      new RunOutcome.Cancelled("ann", "changed my mind");
  private static final RunOutcome.Cancelled BY_CLOSE =
      new RunOutcome.Cancelled("close", "the session was closed");
  private static final Input CLOSE =
      new Input.CloseRequested("close", "the session was closed", Text.of("So far"));

  /// The model is called, and another prompt is queued.
  private static final HandwrittenJournal QUEUED =
      HandwrittenJournal.thinking().then(queued(OTHER_RUN, OTHER_RECIPE));

  /// The model is called, and a text is waiting.
  private static final HandwrittenJournal STEERED = HandwrittenJournal.thinking().then(steered());

  private BacklogRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(queueing());
    rows.addAll(steering());
    rows.addAll(stopping());
    return rows;
  }

  private static List<DecisionRow> queueing() {
    return List.of(
        row("a prompt that may wait begins at once where nothing is going")
            .given(HandwrittenJournal.opened())
            .when(prompted(WhenBusy.QUEUE, PROMPT))
            .then(new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS)),
        row("a prompt waits while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(prompted(WhenBusy.QUEUE, PROMPT))
            .then(queued(OTHER_RUN, RECIPE)),
        row("a prompt waits while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(prompted(WhenBusy.QUEUE, PROMPT))
            .then(queued(OTHER_RUN, RECIPE)),
        row("too many prompts wait")
            .given(many(n -> queued(new RunId("q-" + n), RECIPE)))
            .when(prompted(WhenBusy.QUEUE, PROMPT))
            .ignored(Why.BUSY),
        row("the prompt that waits begins when the run has ended, with its own recipe")
            .given(QUEUED)
            .when(answered(1, 1, saying("Done.")))
            .then(
                SampleEvents.replied(1, saying("Done.")),
                SampleEvents.completed("Done."),
                new Event.RecipeAdopted(OTHER_RECIPE),
                new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS)),
        row("a prompt that waits begins after a cancel as well")
            .given(HandwrittenJournal.thinking().then(queued(OTHER_RUN, RECIPE)))
            .when(cancelAny())
            .then(
                SampleEvents.interrupted(1, ""),
                SampleEvents.cancelledByAnn(Usage.NONE),
                new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS)));
  }

  private static List<DecisionRow> steering() {
    return List.of(
        row("a text for a run begins one where nothing is going")
            .given(HandwrittenJournal.opened())
            .when(prompted(WhenBusy.STEER, STEER))
            .then(new Event.RunAccepted(OTHER_RUN, STEER, LIMITS)),
        row("a text goes into the run whose model is asked")
            .given(HandwrittenJournal.thinking())
            .when(prompted(WhenBusy.STEER, STEER))
            .then(steered()),
        row("a text goes into the run whose calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(prompted(WhenBusy.STEER, STEER))
            .then(steered()),
        row("a text with a history of its own cannot go into another run")
            .given(HandwrittenJournal.thinking())
            .when(
                prompted(
                    WhenBusy.STEER,
                    new Prompt(Text.of("Go."), new Prompt.History.Given(List.of()), null)))
            .ignored(Why.NOT_ALLOWED),
        row("too many texts wait for one run")
            .given(many(_ -> steered()))
            .when(prompted(WhenBusy.STEER, STEER))
            .ignored(Why.BUSY),
        row("a run that was told something goes on after its last word")
            .given(STEERED)
            .when(answered(1, 1, saying("Done.")))
            .then(SampleEvents.replied(1, saying("Done."))),
        row("a run that was told something and is out of tokens ends")
            .given(
                HandwrittenJournal.opened()
                    .then(SampleEvents.accepted(new RunLimits(2, 5, 2)), steered()))
            .when(answered(1, 1, saying("Done.")))
            .then(
                SampleEvents.replied(1, saying("Done.")),
                SampleEvents.finished(
                    new RunOutcome.Failed(
                        RunProblems.budgetExhausted(new RunLimits(2, 5, 2), COST), Text.EMPTY),
                    COST)),
        row("a run that was told something in its last turn ends with its last word")
            .given(pastTurns().then(steered()))
            .when(answered(5, 1, saying("Done.")))
            .then(
                SampleEvents.replied(5, saying("Done.")),
                SampleEvents.finished(
                    new RunOutcome.Failed(RunProblems.outOfTurns(LIMITS), Text.of("Done.")),
                    new Usage(18, 12, 0, 0, 3))));
  }

  /// Both turns are used; the model is called once more, without tools, under e5.
  private static HandwrittenJournal pastTurns() {
    var first = List.of(planned(2, together(), ALLOW));
    var second = List.of(planned(4, together(), ALLOW));
    return HandwrittenJournal.acting(LIMITS, first)
        .then(SampleEvents.started(2, 1), SampleEvents.settled(2, FINE))
        .then(SampleEvents.replied(3, second), SampleEvents.planned(second))
        .then(SampleEvents.started(4, 1), SampleEvents.settled(4, FINE));
  }

  private static List<DecisionRow> stopping() {
    return List.of(
        row("a prompt that waits is withdrawn")
            .given(QUEUED)
            .when(cancel(OTHER_RUN, ""))
            .then(new Event.RunFinished(OTHER_RUN, BY_ANN, Usage.NONE)),
        row("a close ends what goes and what waits while the model is asked")
            .given(QUEUED)
            .when(CLOSE)
            .then(
                new Event.RunFinished(OTHER_RUN, BY_CLOSE, Usage.NONE),
                SampleEvents.interrupted(1, "So far"),
                SampleEvents.finished(BY_CLOSE, Usage.NONE)),
        row("a close ends what goes and what waits while calls are carried out")
            .given(HalfFinishedTurns.ASKED_ALONE.then(queued(OTHER_RUN, RECIPE)))
            .when(CLOSE)
            .then(
                new Event.RunFinished(OTHER_RUN, BY_CLOSE, Usage.NONE),
                SampleEvents.settled(2, new ToolOutcome.Cancelled("cancelled by close")),
                SampleEvents.interrupted(3, "So far"),
                SampleEvents.finished(BY_CLOSE, COST)),
        row("a close where nothing is going")
            .given(HandwrittenJournal.opened())
            .when(CLOSE)
            .ignored(Why.IDLE),
        row("a close ends direct calls")
            .given(
                HandwrittenJournal.opened()
                    .then(
                        new Event.DirectCallAccepted(
                            new RunId("c-1"), "host", planned(1, together(), ALLOW))))
            .when(CLOSE)
            .then(
                new Event.ToolSettled(
                    new RunId("c-1"), e(1), new ToolOutcome.Cancelled("cancelled by close"))),
        row("a close before the opening")
            .given(HandwrittenJournal.empty())
            .when(CLOSE)
            .ignored(Why.NOT_OPEN),
        row("a recovery that closes ends what waits as well")
            .given(QUEUED)
            .when(recovered(RecoveryCourse.CLOSE))
            .then(
                SampleEvents.recovered(1),
                new Event.RunFinished(OTHER_RUN, interrupted(), Usage.NONE),
                SampleEvents.finished(interrupted(), Usage.NONE)),
        row("a recovery that drives on leaves what waits")
            .given(HalfFinishedTurns.BOTH_RUN.then(queued(OTHER_RUN, RECIPE)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(
                SampleEvents.recovered(2, 3),
                SampleEvents.started(2, 2),
                SampleEvents.started(3, 2)),
        row("the last answer to a call lets the run hear what it was told")
            .given(HalfFinishedTurns.ONE_LEFT.then(steered()))
            .when(new Input.ToolAnswered(e(3), FINE))
            .then(SampleEvents.settled(3, FINE)),
        row("a run that is cancelled hears nothing more")
            .given(HalfFinishedTurns.ONE_LEFT.then(steered()))
            .when(cancelAny())
            .then(
                SampleEvents.settled(3, new ToolOutcome.Cancelled("cancelled by ann")),
                SampleEvents.interrupted(4, ""),
                SampleEvents.finished(BY_ANN, COST)),
        row("what a run used is counted over the turns it was told into")
            .given(STEERED.then(SampleEvents.replied(1, saying("Done."))))
            .when(answered(2, 1, saying("Again.")))
            .then(
                SampleEvents.replied(2, saying("Again.")),
                SampleEvents.finished(new RunOutcome.Completed(Text.of("Again.")), TWICE)));
  }

  private static RunOutcome interrupted() {
    return new RunOutcome.Failed(RunProblems.interrupted(), Text.EMPTY);
  }

  private static HandwrittenJournal many(IntFunction<Event> event) {
    var story = HandwrittenJournal.thinking();
    for (int n : IntStream.rangeClosed(1, 64).toArray()) {
      story = story.then(event.apply(n));
    }
    return story;
  }

  private static Input prompted(WhenBusy whenBusy, Prompt prompt) {
    return new Input.Prompted(OTHER_RUN, prompt, RECIPE, LIMITS, whenBusy);
  }

  private static Event queued(RunId run, Recipe recipe) {
    return new Event.PromptQueued(run, PROMPT, recipe, LIMITS);
  }

  private static Event steered() {
    return new Event.TextSteered(RUN, Text.of("Use the other file."), KEY);
  }
}
