package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.LATER;
import static dev.drover.kernel.Samples.LIMITS;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.OVERLOADED;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.RECIPE;
import static dev.drover.kernel.Samples.SESSION;
import static dev.drover.kernel.Samples.answered;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.saying;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input.Finding;
import java.util.ArrayList;
import java.util.List;

/// What follows, while calls are carried out, when a tool or a probe answers, and what does not
/// follow from answers that nobody waits for.
final class ActingRows {
  private static final ToolOutcome BAD = new ToolOutcome.Failed(Text.of("no such file"));

  private ActingRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(toolAnswers());
    rows.addAll(toolAnswersNobodyWaitsFor());
    rows.addAll(probes());
    rows.addAll(probesNobodyWaitsFor());
    rows.addAll(strays());
    return rows;
  }

  private static final List<HookMark> MASKED =
      List.of(new HookMark("mask", HookMark.Deed.REWROTE, ""));

  private static Input tool(long effect, ToolOutcome outcome) {
    return new Input.ToolAnswered(e(effect), outcome);
  }

  private static List<DecisionRow> toolAnswers() {
    return List.of(
        row("the first of two answers settles its call")
            .given(Turn.BOTH_RUN)
            .when(tool(2, FINE))
            .then(Facts.settled(2, FINE)),
        row("hooks that gave an outcome other words are named")
            .given(Turn.BOTH_RUN)
            .when(new Input.ToolAnswered(e(2), FINE, List.of(Label.SECRET), MASKED))
            .then(
                new Event.ToolSettled(
                    Samples.RUN, e(2), FINE, List.of(Label.SECRET), null, MASKED)),
        row("the answers may come in another order")
            .given(Turn.BOTH_RUN)
            .when(tool(3, BAD))
            .then(Facts.settled(3, BAD)),
        row("the last answer settles its call and with it the turn")
            .given(Turn.ONE_LEFT)
            .when(tool(3, BAD))
            .then(Facts.settled(3, BAD)),
        row("in order, an answer starts the next call")
            .given(Turn.IN_ORDER)
            .when(tool(2, BAD))
            .then(Facts.settled(2, BAD), Facts.started(3, 1)),
        row("in order, an answer starts nothing while a person is asked about the next")
            .given(Turn.RUNNING_BEFORE_A_QUESTION)
            .when(tool(2, FINE))
            .then(Facts.settled(2, FINE)),
        row("an answer gives its place to a call that waits for one")
            .given(Turn.FULL)
            .when(tool(5, FINE))
            .then(Facts.settled(5, FINE), Facts.started(10, 1)),
        row("an answer settles a call that is being probed")
            .given(Turn.PROBING)
            .when(tool(2, FINE))
            .then(Facts.settled(2, FINE)));
  }

  private static List<DecisionRow> toolAnswersNobodyWaitsFor() {
    return List.of(
        row("an answer to a call that was never started")
            .given(Turn.IN_ORDER)
            .when(tool(3, FINE))
            .ignored(Why.STALE),
        row("an answer to a call that a person is asked about")
            .given(Turn.ASKED_BESIDE)
            .when(tool(2, FINE))
            .ignored(Why.STALE),
        row("an answer to a lost call that a person is asked about")
            .given(Turn.ASKED_AGAIN)
            .when(tool(2, FINE))
            .ignored(Why.STALE),
        row("a second answer to a settled call")
            .given(Turn.ONE_LEFT)
            .when(tool(2, BAD))
            .ignored(Why.STALE),
        row("a tool's answer to the model's call")
            .given(Turn.BOTH_RUN)
            .when(tool(1, FINE))
            .ignored(Why.STALE),
        row("a tool's answer to a call that does not exist")
            .given(Turn.BOTH_RUN)
            .when(tool(4, FINE))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> probes() {
    var happened = new Finding.Happened(FINE);
    var didNot = new Finding.DidNotHappen();
    var cannotTell = new Finding.CannotTell("the file is locked");
    return List.of(
        row("a call that happened is settled with what it came to")
            .given(Turn.PROBING)
            .when(new Input.ToolProbed(e(2), happened))
            .then(Facts.settled(2, FINE)),
        row("hooks that gave what was found out other words are named")
            .given(Turn.PROBING)
            .when(new Input.ToolProbed(e(2), happened, MASKED))
            .then(new Event.ToolSettled(Samples.RUN, e(2), FINE, List.of(), null, MASKED)),
        row("a call that did not happen is started again")
            .given(Turn.PROBING)
            .when(new Input.ToolProbed(e(2), didNot))
            .then(Facts.started(2, 2)),
        row("a call that did not happen is given up after its last attempt")
            .given(Turn.PROBING_THE_LAST_ATTEMPT)
            .when(new Input.ToolProbed(e(2), didNot))
            .then(
                Facts.settled(
                    2,
                    new ToolOutcome.Unknown(
                        "it was begun 2 times and the process died each time"))),
        row("a call nobody can tell about is unknown")
            .given(Turn.PROBING)
            .when(new Input.ToolProbed(e(2), cannotTell))
            .then(Facts.settled(2, new ToolOutcome.Unknown("the file is locked"))));
  }

  private static List<DecisionRow> probesNobodyWaitsFor() {
    var didNot = new Finding.DidNotHappen();
    return List.of(
        row("a finding about a call that runs")
            .given(Turn.BOTH_RUN)
            .when(new Input.ToolProbed(e(2), didNot))
            .ignored(Why.STALE),
        row("a finding about a call that was never started")
            .given(Turn.IN_ORDER)
            .when(new Input.ToolProbed(e(3), new Finding.Happened(FINE)))
            .ignored(Why.STALE),
        row("a finding about a call that a person is asked about")
            .given(Turn.ASKED_AGAIN)
            .when(new Input.ToolProbed(e(2), didNot))
            .ignored(Why.STALE),
        row("a finding about a settled call")
            .given(Turn.ONE_LEFT)
            .when(new Input.ToolProbed(e(2), new Finding.CannotTell("")))
            .ignored(Why.STALE),
        row("a finding about a call that does not exist")
            .given(Turn.PROBING)
            .when(new Input.ToolProbed(e(3), didNot))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> strays() {
    return List.of(
        row("a second reply while its calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(answered(1, 1, saying("Done.")))
            .ignored(Why.STALE),
        row("a reply under a tool's name")
            .given(Turn.BOTH_RUN)
            .when(answered(2, 1, saying("Done.")))
            .ignored(Why.STALE),
        row("a broken model call while its calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(new Input.ModelBroke(e(1), 1, OVERLOADED, LATER))
            .ignored(Why.STALE),
        row("opening while calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(new Input.Opened(SESSION, "clerk", "/work", RECIPE))
            .ignored(Why.ALREADY_OPEN),
        row("a second prompt while calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, LIMITS, WhenBusy.REFUSE))
            .ignored(Why.BUSY),
        row("a second prompt while a person is asked")
            .given(Turn.ASKED_ALONE)
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, LIMITS, WhenBusy.REFUSE))
            .ignored(Why.BUSY),
        row("a clear while calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(new Input.ClearRequested("ann"))
            .ignored(Why.BUSY));
  }
}
