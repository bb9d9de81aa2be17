package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.LIMITS;
import static dev.drover.kernel.Samples.OTHER_RECIPE;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.TWICE;
import static dev.drover.kernel.Samples.answered;
import static dev.drover.kernel.Samples.cancel;
import static dev.drover.kernel.Samples.cancelAny;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.recovered;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input.Course;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// What follows when somebody speaks to a session while a run is going.
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

  /// The model is asked, and another prompt waits for its turn.
  private static final Story QUEUED = Story.thinking().then(queued(OTHER_RUN, OTHER_RECIPE));

  /// The model is asked, and has something to hear.
  private static final Story STEERED = Story.thinking().then(steered());

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
            .given(Story.opened())
            .when(prompted(WhenBusy.QUEUE, PROMPT))
            .then(new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS)),
        row("a prompt waits while the model is asked")
            .given(Story.thinking())
            .when(prompted(WhenBusy.QUEUE, PROMPT))
            .then(queued(OTHER_RUN, RECIPE)),
        row("a prompt waits while calls are carried out")
            .given(Turn.BOTH_RUN)
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
                Facts.replied(1, saying("Done.")),
                Facts.completed("Done."),
                new Event.RecipeAdopted(OTHER_RECIPE),
                new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS)),
        row("a prompt that waits begins after a cancel as well")
            .given(Story.thinking().then(queued(OTHER_RUN, RECIPE)))
            .when(cancelAny())
            .then(
                Facts.interrupted(1, ""),
                Facts.cancelledByAnn(Usage.NONE),
                new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS)));
  }

  private static List<DecisionRow> steering() {
    return List.of(
        row("a text for a run begins one where nothing is going")
            .given(Story.opened())
            .when(prompted(WhenBusy.STEER, STEER))
            .then(new Event.RunAccepted(OTHER_RUN, STEER, LIMITS)),
        row("a text goes into the run whose model is asked")
            .given(Story.thinking())
            .when(prompted(WhenBusy.STEER, STEER))
            .then(steered()),
        row("a text goes into the run whose calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(prompted(WhenBusy.STEER, STEER))
            .then(steered()),
        row("a text with a history of its own cannot go into another run")
            .given(Story.thinking())
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
            .then(Facts.replied(1, saying("Done."))),
        row("a run that was told something and is out of tokens ends")
            .given(Story.opened().then(Facts.accepted(new Limits(2, 5, 2)), steered()))
            .when(answered(1, 1, saying("Done.")))
            .then(
                Facts.replied(1, saying("Done.")),
                Facts.finished(
                    new RunOutcome.Failed(
                        RunProblems.budgetExhausted(new Limits(2, 5, 2), COST), Text.EMPTY),
                    COST)),
        row("a run that was told something in its last turn ends with its last word")
            .given(pastTurns().then(steered()))
            .when(answered(5, 1, saying("Done.")))
            .then(
                Facts.replied(5, saying("Done.")),
                Facts.finished(
                    new RunOutcome.Failed(RunProblems.outOfTurns(LIMITS), Text.of("Done.")),
                    new Usage(18, 12, 0, 0, 3))));
  }

  /// Both turns are used; the model is asked once more, without tools, under e5.
  private static Story pastTurns() {
    var first = List.of(planned(2, together(), ALLOW));
    var second = List.of(planned(4, together(), ALLOW));
    return Story.acting(LIMITS, first)
        .then(Facts.started(2, 1), Facts.settled(2, FINE))
        .then(Facts.replied(3, second), Facts.planned(second))
        .then(Facts.started(4, 1), Facts.settled(4, FINE));
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
                Facts.interrupted(1, "So far"),
                Facts.finished(BY_CLOSE, Usage.NONE)),
        row("a close ends what goes and what waits while calls are carried out")
            .given(Turn.ASKED_ALONE.then(queued(OTHER_RUN, RECIPE)))
            .when(CLOSE)
            .then(
                new Event.RunFinished(OTHER_RUN, BY_CLOSE, Usage.NONE),
                Facts.settled(2, new ToolOutcome.Cancelled("cancelled by close")),
                Facts.interrupted(3, "So far"),
                Facts.finished(BY_CLOSE, COST)),
        row("a close where nothing is going").given(Story.opened()).when(CLOSE).ignored(Why.IDLE),
        row("a close ends direct calls")
            .given(
                Story.opened()
                    .then(
                        new Event.DirectCallAccepted(
                            new RunId("c-1"), "host", planned(1, together(), ALLOW))))
            .when(CLOSE)
            .then(
                new Event.ToolSettled(
                    new RunId("c-1"), e(1), new ToolOutcome.Cancelled("cancelled by close"))),
        row("a close before the opening").given(Story.untold()).when(CLOSE).ignored(Why.NOT_OPEN),
        row("a recovery that closes ends what waits as well")
            .given(QUEUED)
            .when(recovered(Course.CLOSE))
            .then(
                Facts.recovered(1),
                new Event.RunFinished(OTHER_RUN, interrupted(), Usage.NONE),
                Facts.finished(interrupted(), Usage.NONE)),
        row("a recovery that drives on leaves what waits")
            .given(Turn.BOTH_RUN.then(queued(OTHER_RUN, RECIPE)))
            .when(recovered(Course.DRIVE_ON))
            .then(Facts.recovered(2, 3), Facts.started(2, 2), Facts.started(3, 2)),
        row("the last answer to a call lets the run hear what it was told")
            .given(Turn.ONE_LEFT.then(steered()))
            .when(new Input.ToolAnswered(e(3), FINE))
            .then(Facts.settled(3, FINE)),
        row("a run that is cancelled hears nothing more")
            .given(Turn.ONE_LEFT.then(steered()))
            .when(cancelAny())
            .then(
                Facts.settled(3, new ToolOutcome.Cancelled("cancelled by ann")),
                Facts.interrupted(4, ""),
                Facts.finished(BY_ANN, COST)),
        row("what a run used is counted over the turns it was told into")
            .given(STEERED.then(Facts.replied(1, saying("Done."))))
            .when(answered(2, 1, saying("Again.")))
            .then(
                Facts.replied(2, saying("Again.")),
                Facts.finished(new RunOutcome.Completed(Text.of("Again.")), TWICE)));
  }

  private static RunOutcome interrupted() {
    return new RunOutcome.Failed(RunProblems.interrupted(), Text.EMPTY);
  }

  private static Story many(IntFunction<Event> event) {
    var story = Story.thinking();
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
