package dev.drover.replay;

import static dev.drover.replay.SampleJournal.CALLING;
import static dev.drover.replay.SampleJournal.COST;
import static dev.drover.replay.SampleJournal.DONE;
import static dev.drover.replay.SampleJournal.FIRST;
import static dev.drover.replay.SampleJournal.OVERLOADED;
import static dev.drover.replay.SampleJournal.PROMPT;
import static dev.drover.replay.SampleJournal.READ_PLAN;
import static dev.drover.replay.SampleJournal.RECIPE;
import static dev.drover.replay.SampleJournal.RETRY;
import static dev.drover.replay.SampleJournal.SECOND;
import static dev.drover.replay.SampleJournal.SEND_PLAN;
import static dev.drover.replay.SampleJournal.TWICE;
import static dev.drover.replay.SampleJournal.at;
import static dev.drover.replay.SampleJournal.dropped;
import static dev.drover.replay.SampleJournal.e;
import static dev.drover.replay.SampleJournal.entry;
import static dev.drover.replay.SampleJournal.event;
import static dev.drover.replay.SampleJournal.inserted;
import static dev.drover.replay.SampleJournal.journal;
import static dev.drover.replay.SampleJournal.moved;
import static dev.drover.replay.SampleJournal.renumbered;
import static dev.drover.replay.SampleJournal.saying;
import static dev.drover.replay.SampleJournal.settled;
import static dev.drover.replay.SampleJournal.swapped;
import static dev.drover.replay.SampleJournal.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import dev.drover.replay.ReplayDivergence.Expected;
import dev.drover.replay.ReplayDivergence.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One journal, written by hand, and the divergences found after changes to it.
@Tag("B13")
class DivergenceTest {
  /// One change to the journal, and the divergence it causes.
  record Row(String name, UnaryOperator<List<RecordedEvent>> change, ReplayDivergence found) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Row> rows() {
    var rows = new ArrayList<Row>();
    rows.addAll(lostOnes());
    rows.addAll(movedOnes());
    rows.addAll(changedDecisions());
    rows.addAll(changedTimes());
    return rows;
  }

  private static List<Row> lostOnes() {
    return List.of(
        new Row(
            "an event is gone, and its number with it",
            journal -> dropped(journal, 9),
            divergence(9, "event 9", entry(10))),
        new Row(
            "the beginning is gone",
            journal -> journal.subList(4, journal.size()),
            divergence(1, "event 1", entry(5))),
        new Row(
            "a start is gone after a yes",
            journal -> renumbered(dropped(journal, 11)),
            divergence(11, entry(11), moved(12, 11))),
        new Row(
            "the question to a person is gone",
            journal -> renumbered(dropped(journal, 7)),
            divergence(7, entry(7), moved(8, 7))),
        new Row(
            "the plan is gone",
            journal -> renumbered(dropped(journal, 6)),
            divergence(6, "the plan of the reply's 2 calls", moved(7, 6))),
        new Row(
            "the end of a run is gone",
            journal -> renumbered(dropped(journal, 16)),
            divergence(16, entry(16), moved(17, 16))),
        new Row(
            "the end of a cancelled run is gone",
            journal -> renumbered(dropped(journal, 19)),
            divergence(19, "the end of the run whose reply was interrupted", moved(20, 19))),
        new Row(
            "what the model had said before a cancel is gone",
            journal -> renumbered(dropped(journal, 18)),
            divergence(
                18,
                new RecordedEvent(18, at(11), new Event.ReplyInterrupted(SECOND, e(5), Text.EMPTY)),
                moved(19, 18))),
        new Row(
            "the journal ends inside a decision",
            journal -> journal.subList(0, 6),
            new ReplayDivergence(7, new Expected.Exactly(entry(7)), new Found.EndOfJournal())),
        new Row(
            "the recipe is gone",
            journal -> renumbered(dropped(journal, 2)),
            divergence(2, "the recipe that the session opens with", moved(3, 2))));
  }

  private static List<Row> movedOnes() {
    return List.of(
        new Row(
            "the opening comes second",
            journal -> swapped(journal, 1),
            divergence(1, "the opening of the session", moved(2, 1))),
        new Row(
            "the start of one call comes before the question about the other",
            journal -> swapped(journal, 7),
            divergence(7, entry(7), moved(8, 7))),
        new Row(
            "an approval is answered by what it led to",
            journal -> swapped(journal, 10),
            divergence(10, "something else: nothing is being found out about e3", moved(11, 10))),
        new Row(
            "a run ends before the reply that ends it",
            journal -> swapped(journal, 15),
            divergence(15, "the reply that completes the run, under e4", moved(16, 15))),
        new Row(
            "a call settles that nobody approved",
            journal -> inserted(journal, 10, settled(3, "sent")),
            divergence(
                10,
                "something else: no call is running under e3",
                new RecordedEvent(10, at(5), settled(3, "sent")))),
        new Row(
            "a call settles twice",
            journal -> inserted(journal, 10, settled(2, "again")),
            divergence(
                10,
                "something else: no call is running under e2",
                new RecordedEvent(10, at(5), settled(2, "again")))),
        new Row(
            "something is said about a run that is over",
            journal -> inserted(journal, 17, settled(3, "late")),
            divergence(
                17,
                "the start of a run: none is going",
                new RecordedEvent(17, at(10), settled(3, "late")))),
        new Row(
            "the model replies while its calls are open",
            journal -> inserted(journal, 9, new Event.ModelReplied(FIRST, e(1), DONE)),
            divergence(
                9,
                "what became of the open calls e2, e3",
                new RecordedEvent(9, at(4), new Event.ModelReplied(FIRST, e(1), DONE)))),
        new Row(
            "a history is cleared while a run is going",
            journal -> inserted(journal, 4, new Event.HistoryCleared("ann")),
            divergence(
                4,
                "what the model answered under e1",
                new RecordedEvent(4, at(2), new Event.HistoryCleared("ann")))),
        new Row(
            "a recipe is adopted that was adopted already",
            journal -> inserted(journal, 17, new Event.RecipeAdopted(RECIPE)),
            divergence(
                17,
                new RecordedEvent(
                    17, at(10), new Event.RunAccepted(SECOND, PROMPT, RunLimits.DEFAULT)),
                new RecordedEvent(17, at(10), new Event.RecipeAdopted(RECIPE)))),
        new Row(
            "a recipe is adopted for nothing",
            journal -> inserted(journal, 20, new Event.RecipeAdopted(RECIPE)),
            divergence(21, "the run that the recipe was adopted for", moved(20, 21))),
        new Row(
            "an empty history is cleared",
            journal -> inserted(journal, 21, new Event.HistoryCleared("bob")),
            divergence(
                21,
                "something else: the history is empty",
                new RecordedEvent(21, at(12), new Event.HistoryCleared("bob")))));
  }

  private static List<Row> changedDecisions() {
    return List.of(
        changed("an effect has another name", 5, new Event.ModelReplied(FIRST, e(9), CALLING)),
        changed(
            "an attempt has another number",
            4,
            new Event.ModelFailed(FIRST, e(1), 2, OVERLOADED, RETRY)),
        changed(
            "an effect of the plan has another name",
            6,
            new Event.ToolsPlanned(FIRST, List.of(READ_PLAN, named(e(4), SEND_PLAN)))),
        new Row(
            "the verdicts are in another order than the calls",
            journal ->
                with(
                    journal,
                    new RecordedEvent(
                        6,
                        at(3),
                        new Event.ToolsPlanned(
                            FIRST,
                            List.of(judged(READ_PLAN, SEND_PLAN), judged(SEND_PLAN, READ_PLAN))))),
            divergence(
                7,
                new RecordedEvent(
                    7,
                    at(3),
                    new Event.ApprovalRequested(
                        FIRST,
                        e(2),
                        "read",
                        "It leaves the house.",
                        "send(*)",
                        Text.of("send it"),
                        List.of(),
                        null)),
                entry(7))),
        changed(
            "a planned call has other arguments than the model gave",
            6,
            new Event.ToolsPlanned(
                FIRST,
                List.of(
                    READ_PLAN,
                    new PlannedCall(
                        e(3),
                        new ToolCall("c2", "send", Text.of("{\"n\":3}")),
                        SEND_PLAN.terms(),
                        SEND_PLAN.verdict())))),
        changed("a second start counts as a first", 13, new Event.ToolStarted(FIRST, e(3), 1)),
        changed(
            "a recovery lost something else",
            12,
            new Event.RunRecovered(FIRST, "host-b", List.of(e(2)))),
        changed(
            "a run ends in other words than the model's",
            16,
            new Event.RunFinished(FIRST, new RunOutcome.Completed(Text.of("Ha.")), TWICE)),
        changed(
            "a run ends with another status",
            16,
            new Event.RunFinished(FIRST, new RunOutcome.Cancelled("ann", "enough"), TWICE)),
        changed(
            "a run ends with another usage",
            16,
            new Event.RunFinished(FIRST, new RunOutcome.Completed(Text.of("All done.")), COST)),
        changed("an event belongs to another run", 13, new Event.ToolStarted(SECOND, e(3), 2)));
  }

  private static List<Row> changedTimes() {
    return List.of(
        new Row(
            "the events of one decision have two times",
            journal -> with(journal, new RecordedEvent(6, at(9), event(6))),
            divergence(6, entry(6), new RecordedEvent(6, at(9), event(6)))),
        new Row(
            "time goes back",
            journal -> with(journal, new RecordedEvent(9, at(1), event(9))),
            divergence(
                9, new RecordedEvent(9, at(3), event(9)), new RecordedEvent(9, at(1), event(9)))));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aChangeIsFoundAtItsPosition(Row row) {
    assertThat(Replay.of(row.change().apply(journal()))).isEqualTo(row.found());
  }

  @Test
  void theUnchangedJournalReplays() {
    assertThat(Replay.of(journal()))
        .isInstanceOfSatisfying(
            ReplayReport.class,
            report -> {
              assertThat(report.events()).isEqualTo(20);
              assertThat(report.commits()).isEqualTo(13);
              assertThat(report.runs()).isEqualTo(2);
              assertThat(report.modelCalls()).isEqualTo(3);
              assertThat(report.toolCalls()).isEqualTo(3);
              assertThat(report.effectsPerformed()).isZero();
              assertThat(report.state().conversation().size()).isZero();
            });
  }

  @Test
  void dataFromOutsideIsNotChecked() {
    var journal = journal();
    journal = with(journal, new RecordedEvent(9, at(4), settled(2, "something else")));
    journal =
        with(
            journal,
            new RecordedEvent(15, at(9), new Event.ModelReplied(FIRST, e(4), saying("Ha."))));
    journal =
        with(
            journal,
            new RecordedEvent(
                16,
                at(9),
                new Event.RunFinished(FIRST, new RunOutcome.Completed(Text.of("Ha.")), TWICE)));
    assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
  }

  @Test
  void aDivergenceReportsPositionExpectedAndFound() {
    assertThat(divergence(7, "the plan", entry(20)))
        .hasToString(
            "event 7: expected the plan, found RecordedEvent[seq=20, at=2026-03-01T10:00:12Z,"
                + " event=HistoryCleared[by=ann]]");
    assertThat(new ReplayDivergence(21, new Expected.Exactly(entry(20)), new Found.EndOfJournal()))
        .hasToString(
            "event 21: expected RecordedEvent[seq=20, at=2026-03-01T10:00:12Z,"
                + " event=HistoryCleared[by=ann]], found the end of the journal");
  }

  private static Row changed(String name, int seq, Event event) {
    var other = new RecordedEvent(seq, entry(seq).at(), event);
    return new Row(name, journal -> with(journal, other), divergence(seq, entry(seq), other));
  }

  private static ReplayDivergence divergence(long seq, String words, RecordedEvent found) {
    return new ReplayDivergence(seq, new Expected.Described(words), new Found.Stands(found));
  }

  private static ReplayDivergence divergence(
      long seq, RecordedEvent expected, RecordedEvent found) {
    return new ReplayDivergence(seq, new Expected.Exactly(expected), new Found.Stands(found));
  }

  private static PlannedCall named(EffectId effect, PlannedCall plan) {
    return new PlannedCall(effect, plan.call(), plan.terms(), plan.verdict());
  }

  /// The call of one plan under the terms and the verdict of another.
  private static PlannedCall judged(PlannedCall plan, PlannedCall other) {
    return new PlannedCall(plan.effect(), plan.call(), other.terms(), other.verdict());
  }
}
