package dev.drover.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Slice;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The laws of [dev.drover.spi.store.Journal] about concurrency.
public abstract class JournalRaceConformance extends StoreConformance {
  private static final int WRITERS = 8;
  private static final int ROUNDS = 25;
  private static final int SESSIONS = 64;

  protected JournalRaceConformance() {}

  @Test
  @Tag("A2")
  void exactlyOneOfManyConcurrentAppendsWins() throws Exception {
    givenSession(SESSION);
    var expected = new ArrayList<Journal.Entry>();
    expected.add(entry(1, "opened"));
    for (int round = 0; round < ROUNDS; round++) {
      long after = expected.size();
      List<Optional<String>> won =
          ConcurrentRun.run(WRITERS, writer -> () -> tryToAppend(after, "writer " + writer));
      var winners = won.stream().flatMap(Optional::stream).toList();
      assertThat(winners).hasSize(1);
      expected.add(entry(after + 1, winners.getFirst() + ", first"));
      expected.add(entry(after + 2, winners.getFirst() + ", second"));
    }
    assertThat(journal(SESSION)).contains(new Slice(expected, 1, expected.size()));
  }

  private Optional<String> tryToAppend(long after, String writer) {
    try {
      append(AppendBuilder.after(after, SESSION, writer + ", first", writer + ", second"));
      return Optional.of(writer);
    } catch (AppendConflict lost) {
      return Optional.empty();
    }
  }

  @Test
  @Tag("A2")
  void exactlyOneOfManyConcurrentCreationsWins() throws Exception {
    List<Boolean> won =
        ConcurrentRun.run(
            WRITERS,
            writer ->
                () -> {
                  try {
                    append(AppendBuilder.opening(SESSION, "by " + writer));
                    return true;
                  } catch (AppendConflict lost) {
                    return false;
                  }
                });
    assertThat(won).containsOnlyOnce(true);
    int winner = won.indexOf(true);
    assertThat(journal(SESSION)).contains(new Slice(List.of(entry(1, "by " + winner)), 1, 1));
    assertThat(store().catalog().sessions(0, ALL)).hasSize(1);
  }

  @Test
  @Tag("A1")
  void manySessionsCanBeAppendedToConcurrently() throws Exception {
    ConcurrentRun.<Void>run(
        SESSIONS,
        number ->
            () -> {
              var session = new SessionId("s-" + number);
              append(AppendBuilder.opening(session, "0"));
              for (int i = 1; i < ROUNDS; i++) {
                append(AppendBuilder.after(i, session, number + "." + i));
              }
              return null;
            });
    for (int number = 0; number < SESSIONS; number++) {
      int of = number;
      var expected = new ArrayList<Journal.Entry>();
      expected.add(entry(1, "0"));
      IntStream.range(1, ROUNDS).forEach(i -> expected.add(entry(i + 1, of + "." + i)));
      assertThat(journal(new SessionId("s-" + number))).contains(new Slice(expected, 1, ROUNDS));
    }
  }

  @Test
  @Tag("A2")
  void aReaderSeesOnlyWholeAppends() throws Exception {
    append(AppendBuilder.opening(SESSION, "0", "0", "0"));
    Callable<Void> writer =
        () -> {
          for (int i = 1; i < ROUNDS; i++) {
            append(AppendBuilder.after(3L * i, SESSION, "" + i, "" + i, "" + i));
          }
          return null;
        };
    Callable<Void> reader =
        () -> {
          long tail = 0;
          while (tail < 3L * ROUNDS) {
            var slice = journal(SESSION).orElseThrow();
            assertThat(slice.tail()).isGreaterThanOrEqualTo(tail);
            tail = slice.tail();
            assertThat(slice).isEqualTo(inThrees(tail));
          }
          return null;
        };
    ConcurrentRun.run(3, thread -> thread == 0 ? writer : reader);
  }

  /// The expected slice for `tail` events: each append wrote its own number three times.
  private static Slice inThrees(long tail) {
    assertThat(tail % 3).isZero();
    var entries = new ArrayList<Journal.Entry>();
    for (long seq = 1; seq <= tail; seq++) {
      entries.add(entry(seq, "" + (seq - 1) / 3));
    }
    return new Slice(entries, 1, tail);
  }

  @Test
  void anInterruptedCallFinishesAndKeepsTheInterruptFlag() throws Exception {
    givenSession(SESSION);
    List<List<String>> done = ConcurrentRun.run(1, _ -> this::doEverythingInterrupted);
    assertThat(done).containsExactly(List.of());
    assertThat(journal(SESSION)).contains(new Slice(List.of(entry(2, "while interrupted")), 2, 2));
    assertThat(store().inbox().status(SESSION, input("i-1")))
        .contains(new Inbox.InputStatus.Consumed(2));
    assertThat(store().inbox().status(SESSION, input("i-2")))
        .contains(new Inbox.InputStatus.Ignored("no"));
    assertThat(store().leases().holder(SESSION)).isPresent();
  }

  /// Returns the names of the operations that lost the interrupt flag.
  private List<String> doEverythingInterrupted() {
    var forgetful = new ArrayList<String>();
    Thread.currentThread().interrupt();
    interrupted("put", forgetful, () -> put(item(SESSION, "i-1", "hello")));
    interrupted("put", forgetful, () -> put(item(SESSION, "i-2", "bye")));
    interrupted(
        "append",
        forgetful,
        () -> append(AppendBuilder.after(1, SESSION, "while interrupted").consuming("i-1")));
    interrupted("settle", forgetful, () -> store().inbox().settle(SESSION, input("i-2"), "no"));
    interrupted("blob", forgetful, () -> store().blobs().put(Bytes.of("large"), NOON));
    interrupted("keep", forgetful, () -> store().artifacts().startUpload(SESSION, NOON).finish());
    interrupted(
        "renew",
        forgetful,
        () -> store().leases().renew(AppendBuilder.OWNER, Duration.ofMinutes(1)));
    interrupted(
        "trim",
        forgetful,
        () ->
            store()
                .journal()
                .trim(SESSION, new Snapshot(2, Bytes.of("s")), List.of(new EventRange(1, 1))));
    interrupted("read", forgetful, () -> journal(SESSION));
    interrupted("catalog", forgetful, () -> store().catalog().sessions(0, ALL));
    assertThat(Thread.interrupted()).isTrue();
    return forgetful;
  }

  private static void interrupted(String what, List<String> forgetful, Runnable work) {
    work.run();
    if (!Thread.currentThread().isInterrupted()) {
      forgetful.add(what);
      Thread.currentThread().interrupt();
    }
  }
}
