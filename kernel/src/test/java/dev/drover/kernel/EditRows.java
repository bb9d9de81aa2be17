package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;

import dev.drover.kernel.Decision.Why;
import java.util.List;

/// What follows when the model is to see another outcome of a call.
final class EditRows {
  private static final ToolOutcome OTHERWISE = new ToolOutcome.Succeeded(Text.of("otherwise"));
  private static final Input EDIT = new Input.EditRequested(e(2), OTHERWISE, "ann");

  /// One call, e2, and a run that is over.
  private static final Story DONE =
      Story.acting(planned(2, together(), ALLOW))
          .then(
              Facts.started(2, 1),
              Facts.settled(2, FINE),
              Facts.replied(3, saying("Done.")),
              Facts.finished(new RunOutcome.Completed(Text.of("Done.")), COST));

  private EditRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("edited before there is a session")
            .given(Story.untold())
            .when(EDIT)
            .ignored(Why.NOT_OPEN),
        row("edited where no such call was made")
            .given(Story.opened())
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
        row("edited while the model is asked").given(Story.thinking()).when(EDIT).ignored(Why.BUSY),
        row("edited while calls are open").given(Turn.ONE_LEFT).when(EDIT).ignored(Why.BUSY));
  }
}
