package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.COST;

import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import java.util.List;

/// Decisions about one-shot completions: they are counted, and have no other effect.
final class OneShotRows {
  private static final OneShotRecord SHOT =
      new OneShotRecord("title", "test/small", COST, BudgetSet.NONE);
  private static final Input GIVEN = new Input.OneShotGiven(SHOT);
  private static final Event MADE = new Event.CompletionMade(SHOT);

  private OneShotRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("a model is asked beside a conversation that nobody opened")
            .given(HandwrittenJournal.empty())
            .when(GIVEN)
            .ignored(Why.NOT_OPEN),
        row("a model is asked beside the conversation when no run is going")
            .given(HandwrittenJournal.opened())
            .when(GIVEN)
            .then(MADE),
        row("a model is asked beside the conversation while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(GIVEN)
            .then(MADE),
        row("a model is asked beside the conversation while calls are open")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(GIVEN)
            .then(MADE),
        row("a model is asked beside a conversation that was handed on")
            .given(HandwrittenJournal.opened().then(HandOffRows.HANDED))
            .when(GIVEN)
            .then(MADE));
  }
}
