package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.LATER;
import static dev.drover.kernel.Samples.LIMITS;
import static dev.drover.kernel.Samples.OVERLOADED;
import static dev.drover.kernel.Samples.THROTTLED;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;

import dev.drover.kernel.Decision.Why;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What follows when a model has failed and another one stands ready.
final class FallbackRows {
  static final Fallback SPARE = new Fallback("spare/small", new Price(1_000_000, 0, 0, 0));
  static final Fallback LAST = new Fallback("last/tiny", null);

  /// The spare model is asked, under e2.
  static final Story REPLACED = Story.thinking().then(Facts.replaced(1, 1, OVERLOADED, SPARE));

  private static final Story AFTER_A_TOOL =
      Story.acting(LIMITS, List.of(planned(2, together(), ALLOW)))
          .then(Facts.started(2, 1), Facts.settled(2, FINE));

  private FallbackRows() {}

  private static Input broke(
      long effect, int attempt, @Nullable Instant retryAt, @Nullable Fallback fallback) {
    return new Input.ModelBroke(e(effect), attempt, OVERLOADED, retryAt, fallback);
  }

  static List<DecisionRow> all() {
    return List.of(
        row("as long as the model is asked again nobody takes its place")
            .given(Story.thinking())
            .when(broke(1, 1, LATER, SPARE))
            .then(Facts.failed(1, 1, OVERLOADED, LATER)),
        row("another one goes on when the model is given up")
            .given(Story.thinking())
            .when(broke(1, 1, null, SPARE))
            .then(Facts.replaced(1, 1, OVERLOADED, SPARE)),
        row("the attempt that was the last is named")
            .given(Story.thinking().then(Facts.failed(1, 1, THROTTLED, LATER)))
            .when(broke(1, 2, null, SPARE))
            .then(Facts.replaced(1, 2, OVERLOADED, SPARE)),
        row("another one goes on after a tool was run, and nothing is closed")
            .given(AFTER_A_TOOL)
            .when(broke(3, 1, null, SPARE))
            .then(Facts.replaced(3, 1, OVERLOADED, SPARE)),
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
            .then(Facts.replied(2, saying("Done.")), Facts.completed("Done.")),
        row("the one that goes on has all its attempts")
            .given(REPLACED)
            .when(broke(2, 1, LATER, LAST))
            .then(Facts.failed(2, 1, OVERLOADED, LATER)),
        row("the one that goes on is replaced as well")
            .given(REPLACED)
            .when(broke(2, 1, null, LAST))
            .then(Facts.replaced(2, 1, OVERLOADED, LAST)),
        row("the run fails with the last one")
            .given(REPLACED)
            .when(broke(2, 1, null, null))
            .then(Facts.finished(new RunOutcome.Failed(OVERLOADED, Text.EMPTY), Usage.NONE)),
        row("what was made shorter for the one before may be made shorter again")
            .given(
                ShorteningRows.SECOND_TURN.then(
                    new Event.HistoryCompacted(ShorteningRows.trimmed(3, 2)),
                    Facts.replaced(4, 1, OVERLOADED, SPARE)))
            .when(new Input.ModelPostponed(e(5), 1, ShorteningRows.summedUp(1, 2, List.of(0))))
            .then(new Event.HistoryCompacted(ShorteningRows.summedUp(1, 2, List.of(0)))));
  }
}
