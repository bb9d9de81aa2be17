package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Slice;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import dev.drover.spi.store.WriteRefused.StoreWentBack;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Journal] for a single writer. [JournalRaceConformance] has
/// those for several.
public abstract class JournalConformance extends StoreConformance {
  protected JournalConformance() {}

  @Test
  @Tag("A1")
  void eventsAreReadBackInTheOrderInWhichTheyWereWritten() {
    append(AppendBuilder.opening(SESSION, "a", "b"));
    append(AppendBuilder.after(2, SESSION, "c"));
    assertThat(journal(SESSION))
        .contains(new Slice(List.of(entry(1, "a"), entry(2, "b"), entry(3, "c")), 1, 3));
  }

  @Test
  void bytesAreReadBackUnchanged() {
    var every = new byte[256];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) i;
    }
    var large = new byte[1 << 20];
    large[large.length - 1] = 7;
    append(AppendBuilder.opening(SESSION, ""));
    var entries =
        List.of(new Journal.Entry(2, Bytes.of(every)), new Journal.Entry(3, Bytes.of(large)));
    store()
        .journal()
        .append(new Journal.Append(SESSION, 1, entries, AppendBuilder.OWNER, List.of(), null));
    assertThat(journal(SESSION))
        .contains(new Slice(List.of(entry(1, ""), entries.get(0), entries.get(1)), 1, 3));
  }

  @Test
  void anEventIsEncodedOnceByTheAppenderOrTheReader() {
    var encoders = Collections.synchronizedList(new ArrayList<Thread>());
    Function<RecordedEvent, byte[]> encoder =
        recorded -> {
          encoders.add(Thread.currentThread());
          return recorded.toString().getBytes(StandardCharsets.UTF_8);
        };
    append(AppendBuilder.opening(SESSION, "a"));
    var cleared = new RecordedEvent(2, Instant.EPOCH, new Event.HistoryCleared("ann"));
    var entries = List.of(Journal.Entry.onDemand(cleared, encoder));
    store()
        .journal()
        .append(new Journal.Append(SESSION, 1, entries, AppendBuilder.OWNER, List.of(), null));
    var written = new Slice(List.of(entry(1, "a"), entry(2, cleared.toString())), 1, 2);
    assertThat(journal(SESSION)).contains(written);
    assertThat(journal(SESSION)).contains(written);
    assertThat(encoders).containsExactly(Thread.currentThread());
  }

  @Test
  @Tag("A9")
  void anUnknownSessionIsDistinctFromAnEmptyOne() {
    givenSession(OTHER);
    assertThat(store().journal().read(SESSION, 0, ALL)).isEmpty();
    assertThat(store().journal().snapshot(SESSION)).isEmpty();
  }

  @Test
  void eachSessionHasItsOwnNumbers() {
    givenSession(SESSION, 2);
    givenSession(OTHER, 1);
    append(AppendBuilder.after(2, SESSION, "third"));
    assertThat(journal(SESSION))
        .contains(new Slice(List.of(entry(1, "e1"), entry(2, "e2"), entry(3, "third")), 1, 3));
    assertThat(journal(OTHER)).contains(new Slice(List.of(entry(1, "e1")), 1, 1));
  }

  @Test
  @Tag("A9")
  void aPageStartsStrictlyAfterItsCursor() {
    givenSession(SESSION, 5);
    assertThat(store().journal().read(SESSION, 1, 2))
        .contains(new Slice(List.of(entry(2, "e2"), entry(3, "e3")), 1, 5));
    assertThat(store().journal().read(SESSION, 3, 2))
        .contains(new Slice(List.of(entry(4, "e4"), entry(5, "e5")), 1, 5));
  }

  @Test
  @Tag("A9")
  void aReadAfterTheTailReturnsNoEventsAndTheTail() {
    givenSession(SESSION, 2);
    assertThat(store().journal().read(SESSION, 2, ALL)).contains(new Slice(List.of(), 1, 2));
    assertThat(store().journal().read(SESSION, 9, ALL)).contains(new Slice(List.of(), 1, 2));
  }

  @Test
  @Tag("A2")
  void anAppendBehindTheTailIsRefused() {
    givenSession(SESSION, 3);
    assertRefusedAsConflict(AppendBuilder.after(2, SESSION, "late"), 2, 3);
  }

  @Test
  @Tag("A2")
  void anAppendAheadOfTheTailIsRefused() {
    givenSession(SESSION, 3);
    assertRefusedAsConflict(AppendBuilder.after(4, SESSION, "early"), 4, 3);
  }

  @Test
  @Tag("A2")
  void aSessionIsNotCreatedTwice() {
    givenSession(SESSION, 3);
    assertRefusedAsConflict(AppendBuilder.opening(SESSION, "again"), 0, 3);
  }

  @Test
  @Tag("A2")
  void anAppendToASessionThatDoesNotExistIsRefused() {
    givenSession(OTHER);
    assertRefusedAsConflict(AppendBuilder.after(1, SESSION, "nobody"), 1, 0);
  }

  @Test
  @Tag("A2")
  void aConflictLeavesNothingOfTheAppend() {
    givenSession(SESSION, 3);
    put(item(SESSION, "i-1", "hello"));
    assertRefusedAsConflict(
        AppendBuilder.after(2, SESSION, "late")
            .accepting(RUN, new RunKey("k"))
            .with(new Catalog.Change.RuleGranted("bash(ls)", "ann", NOON))
            .consuming("i-1"),
        2,
        3);
  }

  @Test
  @Tag("A2")
  void anAppendConsumesItsInput() {
    givenSession(SESSION);
    put(item(SESSION, "i-1", "hello"));
    put(item(SESSION, "i-2", "more"));
    append(AppendBuilder.after(1, SESSION, "a", "b").consuming("i-1"));
    assertThat(store().inbox().waiting(SESSION, ALL)).containsExactly(item(SESSION, "i-2", "more"));
  }

  @Test
  @Tag("A2")
  void anAppendWhoseInputIsNotWaitingLeavesNothing() {
    givenSession(SESSION);
    put(item(SESSION, "i-1", "hello"));
    put(item(SESSION, "i-2", "ignored"));
    append(AppendBuilder.after(1, SESSION, "a").consuming("i-1"));
    store().inbox().settle(SESSION, input("i-2"), "busy");
    for (var gone : List.of("i-1", "i-2", "never-put")) {
      assertRefused(
          AppendBuilder.after(2, SESSION, "b")
              .accepting(RUN, null)
              .with(new Catalog.Change.RuleGranted("bash(ls)", "ann", NOON))
              .consuming(gone));
    }
  }

  @Test
  @Tag("A2")
  void anInputOfAnotherSessionIsNotConsumed() {
    givenSession(SESSION);
    givenSession(OTHER);
    put(item(OTHER, "i-1", "hello"));
    assertRefused(AppendBuilder.after(1, SESSION, "a").consuming("i-1"));
  }

  @Test
  @Tag("A2")
  void anAppendThatAcceptsARunASecondTimeLeavesNothing() {
    givenSession(SESSION);
    givenSession(OTHER);
    put(item(SESSION, "i-1", "hello"));
    append(AppendBuilder.after(1, OTHER, "accepted").accepting(RUN, null));
    assertRefused(
        AppendBuilder.after(1, SESSION, "accepted")
            .with(new Catalog.Change.RuleGranted("bash(ls)", "ann", NOON))
            .accepting(RUN, null)
            .consuming("i-1"));
  }

  @Test
  @Tag("A10")
  void aKeyAcceptsOneRunInASession() {
    givenSession(SESSION);
    givenSession(OTHER);
    append(AppendBuilder.after(1, SESSION, "accepted").accepting(RUN, new RunKey("k")));
    assertRefused(
        AppendBuilder.after(2, SESSION, "b").accepting(new RunId("r-2"), new RunKey("k")));
    append(AppendBuilder.after(1, OTHER, "accepted").accepting(new RunId("r-3"), new RunKey("k")));
  }

  @Test
  @Tag("A2")
  void aRefusedAppendCanBeCorrectedAndRetried() {
    givenSession(SESSION);
    assertRefused(AppendBuilder.after(1, SESSION, "a").accepting(RUN, null).consuming("i-1"));
    append(AppendBuilder.after(1, SESSION, "a").accepting(RUN, null));
    assertThat(journal(SESSION))
        .contains(new Slice(List.of(entry(1, "opened"), entry(2, "a")), 1, 2));
  }

  @Test
  @Tag("A1")
  void numbersAreNotReusedAfterTrimming() {
    givenSession(SESSION, 3);
    assertThat(trim(3, new EventRange(1, 3))).isEqualTo(3);
    assertThat(journal(SESSION)).contains(new Slice(List.of(), 4, 3));
    assertRefusedAsConflict(AppendBuilder.after(2, SESSION, "again"), 2, 3);
    append(AppendBuilder.after(3, SESSION, "fourth"));
    assertThat(journal(SESSION)).contains(new Slice(List.of(entry(4, "fourth")), 4, 4));
  }

  @Test
  @Tag("A9")
  void aTrimmedRangeIsSkipped() {
    givenSession(SESSION, 7);
    assertThat(trim(6, new EventRange(2, 3), new EventRange(5, 6))).isEqualTo(4);
    assertThat(journal(SESSION))
        .contains(new Slice(List.of(entry(1, "e1"), entry(4, "e4"), entry(7, "e7")), 1, 7));
    assertThat(store().journal().read(SESSION, 1, 1))
        .contains(new Slice(List.of(entry(4, "e4")), 1, 7));
  }

  @Test
  @Tag("A9")
  void theFirstNumberIsThatOfTheOldestRemainingEvent() {
    givenSession(SESSION, 4);
    trim(4, new EventRange(1, 2));
    assertThat(store().journal().read(SESSION, 0, 1))
        .contains(new Slice(List.of(entry(3, "e3")), 3, 4));
  }

  @Test
  @Tag("A8")
  void droppedEventsAreNotDroppedTwice() {
    givenSession(SESSION, 4);
    assertThat(trim(4, new EventRange(1, 2))).isEqualTo(2);
    assertThat(trim(4, new EventRange(1, 3))).isEqualTo(1);
    assertThat(trim(4)).isEqualTo(0);
  }

  @Test
  @Tag("A3")
  void theLatestSnapshotIsReturned() {
    givenSession(SESSION, 4);
    assertThat(store().journal().snapshot(SESSION)).isEmpty();
    trim(2);
    assertThat(store().journal().snapshot(SESSION)).contains(snapshot(2));
    trim(4, new EventRange(1, 4));
    assertThat(store().journal().snapshot(SESSION)).contains(snapshot(4));
    trim(3);
    assertThat(store().journal().snapshot(SESSION)).contains(snapshot(4));
  }

  @Test
  void trimmingOneSessionDoesNotAffectOthers() {
    givenSession(SESSION, 2);
    givenSession(OTHER, 2);
    trim(2, new EventRange(1, 2));
    assertThat(journal(OTHER)).contains(new Slice(List.of(entry(1, "e1"), entry(2, "e2")), 1, 2));
    assertThat(store().journal().snapshot(OTHER)).isEmpty();
  }

  @Test
  void eventsAfterTheSnapshotAreNotDropped() {
    givenSession(SESSION, 4);
    var before = StoreContents.in(store());
    assertThatThrownBy(() -> trim(2, new EventRange(1, 1), new EventRange(2, 3)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(StoreContents.in(store())).isEqualTo(before);
  }

  @Test
  void aSnapshotOfAMissingEventIsRefused() {
    assertThatThrownBy(() -> trim(1)).isInstanceOf(ContradictoryWrite.class);
    givenSession(SESSION, 4);
    var before = StoreContents.in(store());
    assertThatThrownBy(() -> trim(5, new EventRange(1, 2))).isInstanceOf(ContradictoryWrite.class);
    assertThat(StoreContents.in(store())).isEqualTo(before);
  }

  private long trim(long seq, EventRange... dropped) {
    return store().journal().trim(SESSION, snapshot(seq), List.of(dropped));
  }

  private static Snapshot snapshot(long seq) {
    return new Snapshot(seq, Bytes.of("state after " + seq));
  }

  private void assertRefusedAsConflict(AppendBuilder draft, long expected, long actual) {
    assertLeavesNothing(
        draft,
        AppendConflict.class,
        "session %s was expected to end at event %d and ends at %d"
            .formatted(draft.session(), expected, actual));
  }

  private void assertRefused(AppendBuilder draft) {
    assertLeavesNothing(draft, ContradictoryWrite.class, "session " + draft.session());
  }

  private void assertLeavesNothing(AppendBuilder draft, Class<?> type, String message) {
    var before = StoreContents.in(store(), input("i-1"), input("i-2"));
    assertThatThrownBy(() -> append(draft)).isInstanceOf(type).hasMessageContaining(message);
    assertThat(StoreContents.in(store(), input("i-1"), input("i-2"))).isEqualTo(before);
    for (var change : draft.changes()) {
      if (change instanceof Catalog.Change.RunAccepted accepted
          && !isKnown(before, accepted.run())) {
        assertThat(store().catalog().run(accepted.run())).isEmpty();
      }
    }
  }

  private static boolean isKnown(StoreContents before, RunId run) {
    return before.sessions().stream()
        .anyMatch(session -> session.runs().stream().anyMatch(row -> row.run().equals(run)));
  }

  @Test
  @Tag("J9")
  void aStoreThatHasFewerEventsThanTheWriterKnowsIsAnAlarm() {
    givenSession(SESSION, 2);
    for (var append :
        List.of(AppendBuilder.after(3, SESSION, "x"), AppendBuilder.after(1, OTHER, "x"))) {
      assertThatThrownBy(() -> append(append))
          .isInstanceOfSatisfying(
              StoreWentBack.class,
              alarm -> assertThat(alarm.problem().code()).isEqualTo("store_went_back"));
    }
    assertThatThrownBy(() -> append(AppendBuilder.after(1, SESSION, "x")))
        .isInstanceOf(AppendConflict.class)
        .isNotInstanceOf(StoreWentBack.class);
  }
}
