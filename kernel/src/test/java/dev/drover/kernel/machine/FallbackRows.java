package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LATER;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.THROTTLED;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decisions about a failed model with a fallback.
final class FallbackRows {
  static final FallbackModel SPARE =
      new FallbackModel("spare/small", new TokenPrice(1_000_000, 0, 0, 0));
  static final FallbackModel LAST = new FallbackModel("last/tiny", null);

  /// The fallback model is called, under e2.
  static final HandwrittenJournal REPLACED =
      HandwrittenJournal.thinking().then(SampleEvents.replaced(1, 1, OVERLOADED, SPARE));

  private static final HandwrittenJournal AFTER_A_TOOL =
      HandwrittenJournal.acting(LIMITS, List.of(planned(2, together(), ALLOW)))
          .then(SampleEvents.started(2, 1), SampleEvents.settled(2, FINE));

  private FallbackRows() {}

  private static Input broke(
      long effect, int attempt, @Nullable Instant retryAt, @Nullable FallbackModel fallback) {
    return new Input.ModelCallFailed(e(effect), attempt, OVERLOADED, retryAt, fallback);
  }

  static List<DecisionRow> all() {
    return List.of(
        row("as long as the model is asked again nobody takes its place")
            .given(HandwrittenJournal.thinking())
            .when(broke(1, 1, LATER, SPARE))
            .then(SampleEvents.failed(1, 1, OVERLOADED, LATER)),
        row("another one goes on when the model is given up")
            .given(HandwrittenJournal.thinking())
            .when(broke(1, 1, null, SPARE))
            .then(SampleEvents.replaced(1, 1, OVERLOADED, SPARE)),
        row("the attempt that was the last is named")
            .given(HandwrittenJournal.thinking().then(SampleEvents.failed(1, 1, THROTTLED, LATER)))
            .when(broke(1, 2, null, SPARE))
            .then(SampleEvents.replaced(1, 2, OVERLOADED, SPARE)),
        row("another one goes on after a tool was run, and nothing is closed")
            .given(AFTER_A_TOOL)
            .when(broke(3, 1, null, SPARE))
            .then(SampleEvents.replaced(3, 1, OVERLOADED, SPARE)),
        row("the one that was replaced speaks up late")
            .given(REPLACED)
            .when(new Input.ModelAnswered(e(1), 1, saying("Here I am."), List.of()))
            .ignored(Why.STALE),
        row("the one that was replaced breaks once more")
            .given(REPLACED)
            .when(broke(1, 1, null, LAST))
            .ignored(Why.STALE),
        row("the one that goes on answers")
            .given(REPLACED)
            .when(new Input.ModelAnswered(e(2), 1, saying("Done."), List.of()))
            .then(SampleEvents.replied(2, saying("Done.")), SampleEvents.completed("Done.")),
        row("the one that goes on has all its attempts")
            .given(REPLACED)
            .when(broke(2, 1, LATER, LAST))
            .then(SampleEvents.failed(2, 1, OVERLOADED, LATER)),
        row("the one that goes on is replaced as well")
            .given(REPLACED)
            .when(broke(2, 1, null, LAST))
            .then(SampleEvents.replaced(2, 1, OVERLOADED, LAST)),
        row("the run fails with the last one")
            .given(REPLACED)
            .when(broke(2, 1, null, null))
            .then(SampleEvents.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), Usage.NONE)),
        row("what was made shorter for the one before may be made shorter again")
            .given(
                CompactionOutcomeRows.SECOND_TURN.then(
                    new Event.HistoryCompacted(CompactionOutcomeRows.trimmed(3, 2)),
                    SampleEvents.replaced(4, 1, OVERLOADED, SPARE)))
            .when(
                new Input.ModelPostponed(e(5), 1, CompactionOutcomeRows.summedUp(1, 2, List.of(0))))
            .then(new Event.HistoryCompacted(CompactionOutcomeRows.summedUp(1, 2, List.of(0)))));
  }
}
