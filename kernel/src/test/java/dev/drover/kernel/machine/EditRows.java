package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import java.util.List;

/// Decisions about a replaced outcome of a call.
final class EditRows {
  private static final ToolOutcome OTHERWISE = new ToolOutcome.Succeeded(Text.of("otherwise"));
  private static final Input EDIT = new Input.EditRequested(e(2), OTHERWISE, "ann");

  /// One call, e2, and a run that has ended.
  private static final HandwrittenJournal DONE =
      HandwrittenJournal.acting(planned(2, together(), ALLOW))
          .then(
              SampleEvents.started(2, 1),
              SampleEvents.settled(2, FINE),
              SampleEvents.replied(3, saying("Done.")),
              SampleEvents.finished(new RunOutcome.Completed(Text.of("Done.")), COST));

  private EditRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("edited before there is a session")
            .given(HandwrittenJournal.empty())
            .when(EDIT)
            .ignored(Why.NOT_OPEN),
        row("edited where no such call was made")
            .given(HandwrittenJournal.opened())
            .when(EDIT)
            .ignored(Why.NOTHING_TO_DO),
        row("edited when nothing is going")
            .given(DONE)
            .when(EDIT)
            .then(new Event.OutcomeEdited(e(2), OTHERWISE, "ann")),
        row("edited after it was forgotten")
            .given(DONE.then(new Event.HistoryCleared("ann")))
            .when(EDIT)
            .ignored(Why.NOTHING_TO_DO),
        row("edited while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(EDIT)
            .ignored(Why.BUSY),
        row("edited while calls are open")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(EDIT)
            .ignored(Why.BUSY));
  }
}
