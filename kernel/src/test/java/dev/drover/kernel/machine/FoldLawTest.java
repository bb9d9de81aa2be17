package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Decision.Commit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Laws about folding, numbering and dating the journal, which is the only source of the state.
class FoldLawTest {
  @Test
  @Tag("K1")
  @Tag("A3")
  void foldingTheJournalFromItsStartGivesTheStateOfEachCommit() {
    WalkRunner.keep(
        walk -> {
          var folded = SessionState.NEW;
          for (var moment : walk.moments()) {
            for (var entry : moment.entries()) {
              folded = folded.after(entry);
            }
            assertThat(folded).isEqualTo(moment.after());
            assertThat(folded.due()).isEqualTo(moment.after().due());
          }
        });
  }

  @Test
  @Tag("K1")
  void aStateIsNotChangedByLaterEvents() {
    WalkRunner.keep(
        walk -> {
          var prefixes = new ArrayList<SessionState>();
          prefixes.add(SessionState.NEW);
          for (var entry : walk.journal()) {
            prefixes.add(prefixes.getLast().after(entry));
          }
          for (int cut = 0; cut < prefixes.size(); cut += 11) {
            // Grow the old version once more: other versions with the same prefix must not change.
            foldedOn(prefixes.get(cut), walk.journal().subList(cut, walk.journal().size()));
            assertThat(prefixes.get(cut))
                .isEqualTo(InputWalk.folded(walk.journal().subList(0, cut)));
          }
          assertThat(prefixes.getLast()).isEqualTo(walk.end());
        });
  }

  @Test
  @Tag("K1")
  @Tag("A3")
  void aJournalFoldsToTheSameStateFromAnySnapshot() {
    WalkRunner.keep(
        walk -> {
          var journal = walk.journal();
          for (int cut = 0; cut <= journal.size(); cut += 11) {
            var saved = InputWalk.folded(journal.subList(0, cut));
            var resumed = foldedOn(saved, journal.subList(cut, journal.size()));
            assertThat(resumed).isEqualTo(walk.end());
            assertThat(resumed.due()).isEqualTo(walk.end().due());
          }
        });
  }

  private static SessionState foldedOn(SessionState start, List<RecordedEvent> entries) {
    var state = start;
    for (var entry : entries) {
      state = state.after(entry);
    }
    return state;
  }

  @Test
  @Tag("K1")
  void theSameStateAndInputGiveTheSameDecision() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.moments()) {
            assertThat(SessionMachine.decide(moment.before(), moment.input(), moment.now()))
                .isEqualTo(moment.decision());
          }
        });
  }

  @Test
  @Tag("K6")
  @Tag("A1")
  void theEventsOfOneDecisionAreContiguousAndHaveOneTime() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.commits()) {
            var entries = moment.entries();
            assertThat(entries).isNotEmpty();
            for (int i = 0; i < entries.size(); i++) {
              assertThat(entries.get(i).seq()).isEqualTo(moment.before().position().seq() + 1 + i);
              assertThat(entries.get(i).at()).isEqualTo(entries.getFirst().at());
            }
          }
        });
  }

  @Test
  @Tag("K6")
  void aCommitLeavesNothingHalfDone() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.commits()) {
            var state = moment.after();
            if (state.phase() instanceof SessionPhase.Acting acting) {
              assertThat(acting.calls()).anyMatch(call -> !call.isSettled());
              assertThat(acting.startable()).isEmpty();
            }
            // A reply and its plan, or a reply and its run's end, are in one decision, unless a
            // steering text continues the run.
            if (moment.before().backlog().steering().isEmpty()) {
              assertThat(moment.events().getLast()).isNotInstanceOf(Event.ModelReplied.class);
            }
            assertThat(moment.events().getLast()).isNotInstanceOf(Event.ReplyInterrupted.class);
            assertThat(((Commit) moment.decision()).next()).isEqualTo(state);
          }
        });
  }

  @Test
  @Tag("A1")
  void eventsAreNumberedFromOneWithoutGaps() {
    WalkRunner.keep(
        walk -> {
          long expected = 1;
          for (var entry : walk.journal()) {
            assertThat(entry.seq()).isEqualTo(expected++);
          }
          assertThat(walk.end().position().seq()).isEqualTo(expected - 1);
        });
  }

  @Test
  @Tag("A7")
  void timeNeverGoesBackEvenIfTheClockDoes() {
    WalkRunner.keep(
        walk -> {
          var last = Instant.EPOCH;
          for (var moment : walk.moments()) {
            for (var entry : moment.entries()) {
              assertThat(entry.at()).isEqualTo(moment.now().isBefore(last) ? last : moment.now());
              last = entry.at();
            }
            assertThat(moment.after().position().at()).isEqualTo(last);
          }
        });
  }
}
