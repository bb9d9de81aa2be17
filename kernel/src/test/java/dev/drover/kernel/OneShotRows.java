package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.COST;

import dev.drover.kernel.Decision.Why;
import java.util.List;

/// What follows when a model was asked beside the conversation: it is counted, and disturbs nobody.
final class OneShotRows {
  private static final OneShot SHOT = new OneShot("title", "test/small", COST, Budgets.NONE);
  private static final Input GIVEN = new Input.OneShotGiven(SHOT);
  private static final Event MADE = new Event.CompletionMade(SHOT);

  private OneShotRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("a model is asked beside a conversation that nobody opened")
            .given(Story.untold())
            .when(GIVEN)
            .ignored(Why.NOT_OPEN),
        row("a model is asked beside the conversation when no run is going")
            .given(Story.opened())
            .when(GIVEN)
            .then(MADE),
        row("a model is asked beside the conversation while the model is asked")
            .given(Story.thinking())
            .when(GIVEN)
            .then(MADE),
        row("a model is asked beside the conversation while calls are open")
            .given(Turn.BOTH_RUN)
            .when(GIVEN)
            .then(MADE),
        row("a model is asked beside a conversation that was handed on")
            .given(Story.opened().then(HandOffRows.HANDED))
            .when(GIVEN)
            .then(MADE));
  }
}
