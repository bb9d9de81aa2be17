package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LATER;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.SESSION;
import static dev.drover.kernel.machine.SampleValues.answered;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.saying;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.List;

/// Decisions while calls are carried out: answers of tools and probes, and answers that are not
/// expected.
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
      List.of(new HookMark("mask", HookMark.Action.REWROTE, ""));

  private static Input tool(long effect, ToolOutcome outcome) {
    return new Input.ToolAnswered(e(effect), outcome);
  }

  private static List<DecisionRow> toolAnswers() {
    return List.of(
        row("the first of two answers settles its call")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(tool(2, FINE))
            .then(SampleEvents.settled(2, FINE)),
        row("hooks that gave an outcome other words are named")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(new Input.ToolAnswered(e(2), FINE, List.of(Label.SECRET), MASKED))
            .then(
                new Event.ToolSettled(
                    SampleValues.RUN, e(2), FINE, List.of(Label.SECRET), null, MASKED)),
        row("the answers may come in another order")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(tool(3, BAD))
            .then(SampleEvents.settled(3, BAD)),
        row("the last answer settles its call and with it the turn")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(tool(3, BAD))
            .then(SampleEvents.settled(3, BAD)),
        row("in order, an answer starts the next call")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(tool(2, BAD))
            .then(SampleEvents.settled(2, BAD), SampleEvents.started(3, 1)),
        row("in order, an answer starts nothing while a person is asked about the next")
            .given(HalfFinishedTurns.RUNNING_BEFORE_A_QUESTION)
            .when(tool(2, FINE))
            .then(SampleEvents.settled(2, FINE)),
        row("an answer gives its place to a call that waits for one")
            .given(HalfFinishedTurns.FULL)
            .when(tool(5, FINE))
            .then(SampleEvents.settled(5, FINE), SampleEvents.started(10, 1)),
        row("an answer settles a call that is being probed")
            .given(HalfFinishedTurns.PROBING)
            .when(tool(2, FINE))
            .then(SampleEvents.settled(2, FINE)));
  }

  private static List<DecisionRow> toolAnswersNobodyWaitsFor() {
    return List.of(
        row("an answer to a call that was never started")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(tool(3, FINE))
            .ignored(Why.STALE),
        row("an answer to a call that a person is asked about")
            .given(HalfFinishedTurns.ASKED_BESIDE)
            .when(tool(2, FINE))
            .ignored(Why.STALE),
        row("an answer to a lost call that a person is asked about")
            .given(HalfFinishedTurns.ASKED_AGAIN)
            .when(tool(2, FINE))
            .ignored(Why.STALE),
        row("a second answer to a settled call")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(tool(2, BAD))
            .ignored(Why.STALE),
        row("a tool's answer to the model's call")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(tool(1, FINE))
            .ignored(Why.STALE),
        row("a tool's answer to a call that does not exist")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(tool(4, FINE))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> probes() {
    var happened = new ProbeResult.Happened(FINE);
    var didNot = new ProbeResult.DidNotHappen();
    var cannotTell = new ProbeResult.CannotTell("the file is locked");
    return List.of(
        row("a call that happened is settled with what it came to")
            .given(HalfFinishedTurns.PROBING)
            .when(new Input.ToolProbed(e(2), happened))
            .then(SampleEvents.settled(2, FINE)),
        row("hooks that gave what was found out other words are named")
            .given(HalfFinishedTurns.PROBING)
            .when(new Input.ToolProbed(e(2), happened, MASKED))
            .then(new Event.ToolSettled(SampleValues.RUN, e(2), FINE, List.of(), null, MASKED)),
        row("a call that did not happen is started again")
            .given(HalfFinishedTurns.PROBING)
            .when(new Input.ToolProbed(e(2), didNot))
            .then(SampleEvents.started(2, 2)),
        row("a call that did not happen is given up after its last attempt")
            .given(HalfFinishedTurns.PROBING_THE_LAST_ATTEMPT)
            .when(new Input.ToolProbed(e(2), didNot))
            .then(
                SampleEvents.settled(
                    2,
                    new ToolOutcome.Unknown(
                        "it was begun 2 times and the process died each time"))),
        row("a call nobody can tell about is unknown")
            .given(HalfFinishedTurns.PROBING)
            .when(new Input.ToolProbed(e(2), cannotTell))
            .then(SampleEvents.settled(2, new ToolOutcome.Unknown("the file is locked"))));
  }

  private static List<DecisionRow> probesNobodyWaitsFor() {
    var didNot = new ProbeResult.DidNotHappen();
    return List.of(
        row("a finding about a call that runs")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(new Input.ToolProbed(e(2), didNot))
            .ignored(Why.STALE),
        row("a finding about a call that was never started")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(new Input.ToolProbed(e(3), new ProbeResult.Happened(FINE)))
            .ignored(Why.STALE),
        row("a finding about a call that a person is asked about")
            .given(HalfFinishedTurns.ASKED_AGAIN)
            .when(new Input.ToolProbed(e(2), didNot))
            .ignored(Why.STALE),
        row("a finding about a settled call")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(new Input.ToolProbed(e(2), new ProbeResult.CannotTell("")))
            .ignored(Why.STALE),
        row("a finding about a call that does not exist")
            .given(HalfFinishedTurns.PROBING)
            .when(new Input.ToolProbed(e(3), didNot))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> strays() {
    return List.of(
        row("a second reply while its calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(answered(1, 1, saying("Done.")))
            .ignored(Why.STALE),
        row("a reply under a tool's name")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(answered(2, 1, saying("Done.")))
            .ignored(Why.STALE),
        row("a broken model call while its calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(new Input.ModelCallFailed(e(1), 1, OVERLOADED, LATER))
            .ignored(Why.STALE),
        row("opening while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(new Input.Opened(SESSION, "clerk", "/work", RECIPE))
            .ignored(Why.ALREADY_OPEN),
        row("a second prompt while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, LIMITS, WhenBusy.REFUSE))
            .ignored(Why.BUSY),
        row("a second prompt while a person is asked")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, LIMITS, WhenBusy.REFUSE))
            .ignored(Why.BUSY),
        row("a clear while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(new Input.ClearRequested("ann"))
            .ignored(Why.BUSY));
  }
}
