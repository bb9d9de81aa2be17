package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LIMITS;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.List;

/// Decisions about compactions with a summary, in a run and between runs.
final class CompactionOutcomeRows {
  private static final List<PlannedCall> ONE = List.of(planned(2, together(), ALLOW));
  private static final Text SUMMARY = Text.of("[What was said and done before this, summed up]");

  /// A prompt, a call, its outcome: the model is to be called again, under e3.
  static final HandwrittenJournal SECOND_TURN =
      HandwrittenJournal.acting(LIMITS, ONE)
          .then(SampleEvents.started(2, 1), SampleEvents.settled(2, FINE));

  /// Four messages, and no work. The next effect is e4.
  static final HandwrittenJournal RESTING =
      SECOND_TURN.then(SampleEvents.replied(3, saying("Done.")), SampleEvents.completed("Done."));

  private static final CompactionOutcome.Denied DENIAL =
      new CompactionOutcome.Denied(
          "drover",
          Cause.WINDOW,
          List.of(new HookMark("scribe", HookMark.Action.DENIED, "keep it all")));

  private static final Failure MISFIT =
      new Failure(
          new Problem(
              "compaction_misfit",
              "The conversation cannot be made shorter so",
              "what was to be left of the conversation does not fit to what was said",
              "Send the prompt again; if it happens again, report it."),
          Failure.Retry.NEVER);

  private static final Usage SOME = new Usage(7, 0, 0, 0, 0);

  static final CompactionOutcome.Failed FAILURE =
      new CompactionOutcome.Failed(
          "drover",
          Cause.WINDOW,
          new Problem("summary_missing", "None", "no words", ""),
          900,
          SOME);

  static final CompactionOutcome.Failed NO_SUMMARY =
      new CompactionOutcome.Failed("ann", Cause.ASKED, FAILURE.problem(), 900, SOME);

  static final CompactionOutcome.Failed TOO_LATE = tooLate("ann");

  private CompactionOutcomeRows() {}

  /// As [#summedUp], on request.
  private static CompactionOutcome.Applied asked() {
    var made = summedUp(1, 2, List.of(0));
    return new CompactionOutcome.Applied(
        "ann", Cause.ASKED, made.cut(), made.summary(), made.usage(), made.marks());
  }

  private static CompactionOutcome.Failed tooLate(String by) {
    return new CompactionOutcome.Failed(
        by,
        Cause.ASKED,
        new Problem(
            "summary_too_late",
            "The summary came too late",
            "something else was said or done in the session while it was summed up",
            "Ask for it again."),
        0,
        new Usage(20, 5, 0, 0, 0));
  }

  static CompactionOutcome.Applied summedUp(int dropped, int kept, List<Integer> spared) {
    return new CompactionOutcome.Applied(
        "drover",
        Cause.WINDOW,
        new CompactionOutcome.Cut(dropped, kept, spared, List.of()),
        SUMMARY,
        new Usage(20, 5, 0, 0, 0),
        List.of());
  }

  static CompactionOutcome.Applied trimmed(int size, int place) {
    return new CompactionOutcome.Applied(
        "drover",
        Cause.OVERFLOW,
        new CompactionOutcome.Cut(0, size, List.of(), List.of(place)),
        Text.EMPTY,
        Usage.NONE,
        List.of());
  }

  private static Input inRun(long effect, CompactionOutcome outcome) {
    return new Input.ModelPostponed(e(effect), 1, outcome);
  }

  private static Input between(long effect, CompactionOutcome outcome) {
    return new Input.CompactionGiven(e(effect), outcome);
  }

  private static Event misfit() {
    return SampleEvents.finished(new RunOutcome.Failed(MISFIT, Text.EMPTY), COST);
  }

  static List<DecisionRow> all() {
    return List.of(
        row("shortened before there is a session")
            .given(HandwrittenJournal.empty())
            .when(between(1, DENIAL))
            .ignored(Why.NOT_OPEN),
        row("postponed before there is a session")
            .given(HandwrittenJournal.empty())
            .when(inRun(1, DENIAL))
            .ignored(Why.NOT_OPEN),
        row("shortened between runs")
            .given(RESTING)
            .when(between(4, summedUp(3, 1, List.of(0))))
            .then(new Event.HistoryCompacted(summedUp(3, 1, List.of(0)))),
        row("denied between runs")
            .given(RESTING)
            .when(between(4, DENIAL))
            .then(new Event.CompactionDenied(DENIAL)),
        row("shortened under a name that was given meanwhile")
            .given(RESTING)
            .when(between(3, summedUp(3, 1, List.of(0))))
            .then(new Event.CompactionFailed(tooLate("drover"))),
        row("shortened when more was said meanwhile")
            .given(RESTING)
            .when(between(4, summedUp(2, 1, List.of(0))))
            .then(new Event.CompactionFailed(tooLate("drover"))),
        row("a call is not parted from its outcome between runs")
            .given(RESTING)
            .when(between(4, summedUp(2, 2, List.of(0))))
            .then(new Event.CompactionFailed(tooLate("drover"))),
        row("postponed when the run is over")
            .given(RESTING)
            .when(inRun(3, DENIAL))
            .ignored(Why.STALE),
        row("shortened in a run")
            .given(SECOND_TURN)
            .when(inRun(3, summedUp(1, 2, List.of(0))))
            .then(new Event.HistoryCompacted(summedUp(1, 2, List.of(0)))),
        row("an output is taken out in a run")
            .given(SECOND_TURN)
            .when(inRun(3, trimmed(3, 2)))
            .then(new Event.HistoryCompacted(trimmed(3, 2))),
        row("denied in a run")
            .given(SECOND_TURN)
            .when(inRun(3, DENIAL))
            .then(new Event.CompactionDenied(DENIAL)),
        row("a call is not parted from its outcome in a run")
            .given(SECOND_TURN)
            .when(inRun(3, summedUp(2, 1, List.of(0))))
            .then(SampleEvents.interrupted(3, ""), misfit()),
        row("only what the user said is spared")
            .given(RESTING)
            .when(between(4, summedUp(3, 1, List.of(1))))
            .then(new Event.CompactionFailed(tooLate("drover"))),
        row("shortened twice before a reply")
            .given(SECOND_TURN.then(new Event.HistoryCompacted(trimmed(3, 2))))
            .when(inRun(4, summedUp(1, 2, List.of(0))))
            .then(SampleEvents.interrupted(4, ""), misfit()),
        row("shortened after it was denied")
            .given(SECOND_TURN.then(new Event.CompactionDenied(DENIAL)))
            .when(inRun(4, summedUp(1, 2, List.of(0))))
            .then(SampleEvents.interrupted(4, ""), misfit()),
        row("nobody sums up in a run")
            .given(SECOND_TURN)
            .when(inRun(3, FAILURE))
            .then(new Event.CompactionFailed(FAILURE)),
        row("what nobody summed up is not tried again before a reply")
            .given(SECOND_TURN.then(new Event.CompactionFailed(FAILURE)))
            .when(inRun(4, summedUp(1, 2, List.of(0))))
            .then(
                SampleEvents.interrupted(4, ""),
                SampleEvents.finished(
                    new RunOutcome.Failed(MISFIT, Text.EMPTY), new Usage(13, 4, 0, 0, 1))),
        row("what nobody summed up for a model may be summed up by the next one")
            .given(
                SECOND_TURN.then(
                    new Event.CompactionFailed(FAILURE),
                    SampleEvents.replaced(4, 1, SampleValues.OVERLOADED, FallbackRows.SPARE)))
            .when(inRun(5, summedUp(1, 2, List.of(0))))
            .then(new Event.HistoryCompacted(summedUp(1, 2, List.of(0)))),
        row("somebody else's failure does not answer for the model")
            .given(SECOND_TURN)
            .when(inRun(3, NO_SUMMARY))
            .then(SampleEvents.interrupted(3, ""), misfit()),
        row("nobody sums up between runs")
            .given(RESTING)
            .when(between(4, NO_SUMMARY))
            .then(new Event.CompactionFailed(NO_SUMMARY)),
        row("what came too late and cost nothing leaves no trace")
            .given(RESTING)
            .when(between(3, trimmed(4, 2)))
            .ignored(Why.STALE),
        row("what came too late between runs is paid for")
            .given(RESTING)
            .when(between(3, asked()))
            .then(new Event.CompactionFailed(TOO_LATE)),
        row("what came too late while the model is asked is paid for")
            .given(SECOND_TURN)
            .when(between(3, asked()))
            .then(new Event.CompactionFailed(TOO_LATE)),
        row("what came too late while calls are open is paid for")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(between(3, asked()))
            .then(new Event.CompactionFailed(TOO_LATE)),
        row("shortened by an attempt that is over")
            .given(SECOND_TURN)
            .when(new Input.ModelPostponed(e(3), 2, trimmed(3, 2)))
            .ignored(Why.STALE),
        row("shortened as if nothing were going")
            .given(SECOND_TURN)
            .when(between(4, trimmed(3, 2)))
            .ignored(Why.BUSY),
        row("shortened while calls are open, as if nothing were going")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(between(4, DENIAL))
            .ignored(Why.BUSY),
        row("postponed while calls are open")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(inRun(1, DENIAL))
            .ignored(Why.STALE),
        tooDear());
  }

  /// The summary uses the last of the run's hundred tokens.
  private static DecisionRow tooDear() {
    var dear =
        new CompactionOutcome.Applied(
            "drover",
            Cause.WINDOW,
            new CompactionOutcome.Cut(1, 2, List.of(0), List.of()),
            SUMMARY,
            new Usage(90, 0, 0, 0, 0),
            List.of());
    return row("a summary that takes the last tokens of the run ends it")
        .given(SECOND_TURN)
        .when(inRun(3, dear))
        .then(
            new Event.HistoryCompacted(dear),
            SampleEvents.interrupted(4, ""),
            SampleEvents.finished(
                new RunOutcome.Failed(
                    RunProblems.budgetExhausted(LIMITS, new Usage(96, 4, 0, 0, 1)), Text.EMPTY),
                new Usage(96, 4, 0, 0, 1)));
  }
}
