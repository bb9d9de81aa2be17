package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.OTHER_RUN;
import static dev.drover.kernel.machine.SampleValues.PROMPT;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.Text;
import java.util.List;

/// Decisions about compactions without a summary.
final class CompactionRows {
  private static final List<PlannedCall> ONE = List.of(planned(2, together(), ALLOW));

  /// A prompt, a call, its outcome, a steering text, the answer: five messages, one exchange.
  private static final HandwrittenJournal ONE_EXCHANGE =
      HandwrittenJournal.acting(LIMITS, ONE)
          .then(
              SampleEvents.started(2, 1),
              new Event.TextSteered(SampleValues.RUN, Text.of("Quick!"), null),
              SampleEvents.settled(2, FINE),
              SampleEvents.replied(3, saying("Done.")),
              SampleEvents.finished(new RunOutcome.Completed(Text.of("Done.")), COST));

  private static final HandwrittenJournal TWO_EXCHANGES =
      ONE_EXCHANGE.then(
          new Event.RunAccepted(OTHER_RUN, PROMPT, LIMITS),
          new Event.ModelReplied(OTHER_RUN, e(4), saying("Yes.")),
          new Event.RunFinished(OTHER_RUN, new RunOutcome.Completed(Text.of("Yes.")), COST));

  /// Its answer was rejected once; the rejection is not a prompt.
  private static final HandwrittenJournal REJECTED =
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
            .given(HandwrittenJournal.empty())
            .when(keeping(1))
            .ignored(Why.NOT_OPEN),
        row("trimmed when nothing was said")
            .given(HandwrittenJournal.opened())
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
            .given(HandwrittenJournal.thinking())
            .when(keeping(1))
            .ignored(Why.BUSY),
        row("trimmed while calls are open")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(keeping(1))
            .ignored(Why.BUSY));
  }
}
