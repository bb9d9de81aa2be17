package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.COST;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.LIMITS;
import static dev.drover.kernel.Samples.OTHER_RUN;
import static dev.drover.kernel.Samples.PROMPT;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;

import dev.drover.kernel.Decision.Why;
import java.util.List;

/// What follows when the model is to forget the older part of what was said.
final class CompactionRows {
  private static final List<PlannedCall> ONE = List.of(planned(2, together(), ALLOW));

  /// A prompt, a call, its outcome, a word in between, the answer: five messages, one exchange.
  private static final Story ONE_EXCHANGE =
      Story.acting(LIMITS, ONE)
          .then(
              Facts.started(2, 1),
              new Event.TextSteered(Samples.RUN, Text.of("Quick!"), null),
              Facts.settled(2, FINE),
              Facts.replied(3, saying("Done.")),
              Facts.finished(new RunOutcome.Completed(Text.of("Done.")), COST));

  private static final Story TWO_EXCHANGES =
      ONE_EXCHANGE.then(
          new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS),
          new Event.ModelReplied(OTHER_RUN, e(4), saying("Yes.")),
          new Event.RunFinished(OTHER_RUN, new RunOutcome.Completed(Text.of("Yes.")), COST));

  /// Its answer was sent back once; the complaint is no prompt.
  private static final Story REJECTED =
      ONE_EXCHANGE.then(
          new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS),
          new Event.ModelReplied(OTHER_RUN, e(4), saying("Yes.")),
          new Event.AnswerRejected(OTHER_RUN, e(4), "That is no object."),
          new Event.ModelReplied(OTHER_RUN, e(5), saying("{}")),
          new Event.RunFinished(OTHER_RUN, new RunOutcome.Completed(Text.of("{}")), COST));

  private CompactionRows() {}

  private static Input keeping(int exchanges) {
    return new Input.CompactRequested("ann", exchanges);
  }

  static List<DecisionRow> all() {
    return List.of(
        row("trimmed before there is a session")
            .given(Story.untold())
            .when(keeping(1))
            .ignored(Why.NOT_OPEN),
        row("trimmed when nothing was said")
            .given(Story.opened())
            .when(keeping(1))
            .ignored(Why.NOTHING_TO_DO),
        row("one exchange is kept whole, with its call and the word in between")
            .given(ONE_EXCHANGE)
            .when(keeping(1))
            .ignored(Why.NOTHING_TO_DO),
        row("the exchange before the last is dropped")
            .given(TWO_EXCHANGES)
            .when(keeping(1))
            .then(new Event.HistoryCompacted("ann", 5, 2)),
        row("an exchange is kept whole whose answer was sent back")
            .given(REJECTED)
            .when(keeping(1))
            .then(new Event.HistoryCompacted("ann", 5, 4)),
        row("two exchanges are kept if so many are wanted")
            .given(TWO_EXCHANGES)
            .when(keeping(2))
            .ignored(Why.NOTHING_TO_DO),
        row("trimmed while the model is asked")
            .given(Story.thinking())
            .when(keeping(1))
            .ignored(Why.BUSY),
        row("trimmed while calls are open")
            .given(Turn.BOTH_RUN)
            .when(keeping(1))
            .ignored(Why.BUSY));
  }
}
