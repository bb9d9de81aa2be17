package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LATER;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.OTHER_RECIPE;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.SESSION;
import static dev.drover.kernel.machine.SampleValues.answered;
import static dev.drover.kernel.machine.SampleValues.approval;
import static dev.drover.kernel.machine.SampleValues.cancel;
import static dev.drover.kernel.machine.SampleValues.cancelAny;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.List;

/// Decisions without a current run: before the session was opened, and between runs.
final class IdleRows {
  private static final Input OPEN = new Input.Opened(SESSION, "clerk", "/work", RECIPE);
  private static final Input CLEAR = new Input.ClearRequested("ann");

  private static final HandwrittenJournal UNOPENED = HandwrittenJournal.empty();
  private static final HandwrittenJournal FRESH = HandwrittenJournal.opened();
  private static final HandwrittenJournal BETWEEN_RUNS =
      HandwrittenJournal.thinking()
          .then(SampleEvents.replied(1, saying("Gone.")), SampleEvents.completed("Gone."));

  private IdleRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(unopened());
    rows.addAll(idle());
    rows.addAll(answersAfterTheEnd());
    return rows;
  }

  private static List<DecisionRow> unopened() {
    var given = UNOPENED;
    return List.of(
        row("opening a session adopts its recipe in the same commit")
            .given(given)
            .when(OPEN)
            .then(
                new Event.SessionOpened(SESSION, "clerk", "/work"),
                new Event.RecipeAdopted(RECIPE)),
        row("a prompt before the opening")
            .given(given)
            .when(new Input.Prompted(RUN, PROMPT, RECIPE, LIMITS, WhenBusy.REFUSE))
            .ignored(Why.NOT_OPEN),
        row("a reply before the opening")
            .given(given)
            .when(answered(1, 1, saying("Hm.")))
            .ignored(Why.NOT_OPEN),
        row("a broken model call before the opening")
            .given(given)
            .when(new Input.ModelCallFailed(e(1), 1, OVERLOADED, LATER))
            .ignored(Why.NOT_OPEN),
        row("a tool's answer before the opening")
            .given(given)
            .when(new Input.ToolAnswered(e(1), FINE))
            .ignored(Why.NOT_OPEN),
        row("a probe's answer before the opening")
            .given(given)
            .when(new Input.ToolProbed(e(1), new ProbeResult.DidNotHappen()))
            .ignored(Why.NOT_OPEN),
        row("an approval before the opening")
            .given(given)
            .when(approval(1, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)))
            .ignored(Why.NOT_OPEN),
        row("a cancel before the opening").given(given).when(cancelAny()).ignored(Why.NOT_OPEN),
        row("a clear before the opening").given(given).when(CLEAR).ignored(Why.NOT_OPEN),
        row("a recovery before the opening")
            .given(given)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .ignored(Why.NOT_OPEN));
  }

  private static List<DecisionRow> idle() {
    return List.of(
        row("opening twice").given(FRESH).when(OPEN).ignored(Why.ALREADY_OPEN),
        row("opening again between runs").given(BETWEEN_RUNS).when(OPEN).ignored(Why.ALREADY_OPEN),
        row("a prompt starts a run")
            .given(FRESH)
            .when(new Input.Prompted(RUN, PROMPT, RECIPE, LIMITS, WhenBusy.REFUSE))
            .then(new Event.RunAccepted(RUN, PROMPT, LIMITS)),
        row("a prompt after a finished run starts the next")
            .given(BETWEEN_RUNS)
            .when(new Input.Prompted(OTHER_RUN, PROMPT, RECIPE, LIMITS, WhenBusy.REFUSE))
            .then(new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS)),
        row("a prompt under another recipe adopts it first")
            .given(BETWEEN_RUNS)
            .when(new Input.Prompted(OTHER_RUN, PROMPT, OTHER_RECIPE, LIMITS, WhenBusy.REFUSE))
            .then(
                new Event.RecipeAdopted(OTHER_RECIPE),
                new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS)),
        row("clearing a history")
            .given(BETWEEN_RUNS)
            .when(CLEAR)
            .then(new Event.HistoryCleared("ann")),
        row("clearing an empty history").given(FRESH).when(CLEAR).ignored(Why.NOTHING_TO_DO),
        row("cancelling whatever runs when nothing does")
            .given(FRESH)
            .when(cancelAny())
            .ignored(Why.IDLE),
        row("cancelling a run that is over")
            .given(BETWEEN_RUNS)
            .when(cancel(RUN, "half a word"))
            .ignored(Why.IDLE),
        row("driving on when no run is going")
            .given(BETWEEN_RUNS)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .ignored(Why.IDLE),
        row("closing when no run is going")
            .given(BETWEEN_RUNS)
            .when(recovered(RecoveryCourse.CLOSE))
            .ignored(Why.IDLE));
  }

  private static List<DecisionRow> answersAfterTheEnd() {
    return List.of(
        row("a second reply after the end")
            .given(BETWEEN_RUNS)
            .when(answered(1, 1, saying("Gone.")))
            .ignored(Why.STALE),
        row("a broken model call after the end")
            .given(BETWEEN_RUNS)
            .when(new Input.ModelCallFailed(e(1), 1, OVERLOADED, null))
            .ignored(Why.STALE),
        row("a tool's answer after the end")
            .given(BETWEEN_RUNS)
            .when(new Input.ToolAnswered(e(2), FINE))
            .ignored(Why.STALE),
        row("a probe's answer after the end")
            .given(BETWEEN_RUNS)
            .when(new Input.ToolProbed(e(2), new ProbeResult.Happened(FINE)))
            .ignored(Why.STALE),
        row("an approval after the end")
            .given(BETWEEN_RUNS)
            .when(approval(2, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ALWAYS)))
            .ignored(Why.STALE));
  }
}
