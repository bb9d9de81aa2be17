package dev.drover.store.jdbc;

import dev.drover.store.sql.UninterruptibleWait;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Checks many interleavings systematically, where [GroupCommitTest] depends on the scheduler.
///
/// The code inside is instrumented, which AssertJ does not support: hence the plain comparisons.
@Tag("long")
class GroupCommitModelTest {
  private static final int INTERLEAVINGS = 1_000;

  @Test
  void inEveryInterleavingAFailureAffectsOnlyItsCaller() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, GroupCommitModelTest::oneSucceedsAndOneFails);
  }

  @Test
  void inEveryInterleavingACloseDrainsTheQueue() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, GroupCommitModelTest::oneSubmitsAndOneCloses);
  }

  private static void oneSucceedsAndOneFails() {
    var ledger = new InMemoryTransactions();
    var group = start(ledger);
    var first = new ArrayList<String>();
    var second = new ArrayList<String>();
    var one = new Thread(() -> first.add(answerTo(group, "a")));
    var other = new Thread(() -> second.add(answerTo(group, "b fails")));
    one.start();
    other.start();
    UninterruptibleWait.join(one);
    UninterruptibleWait.join(other);
    group.close();
    require(List.of("a"), first);
    require(List.of("failed: b fails"), second);
    require(List.of("a"), ledger.durable());
  }

  private static void oneSubmitsAndOneCloses() {
    var ledger = new InMemoryTransactions();
    var group = start(ledger);
    var heard = new ArrayList<String>();
    var one = new Thread(() -> heard.add(answerTo(group, "a")));
    one.start();
    group.close();
    UninterruptibleWait.join(one);
    require(ledger.durable().isEmpty() ? List.of("failed: closed") : List.of("a"), heard);
  }

  private static String answerTo(GroupCommit<List<String>> group, String entry) {
    try {
      return group.submit(
          list -> {
            list.add(entry);
            if (entry.endsWith("fails")) {
              throw new IllegalStateException(entry);
            }
            return entry;
          });
    } catch (IllegalStateException failed) {
      return "failed: " + failed.getMessage();
    }
  }

  private static GroupCommit<List<String>> start(InMemoryTransactions ledger) {
    return new GroupCommit<>(
            "writer",
            new GroupCommit.Bounds(1, 2),
            ledger,
            () -> new IllegalStateException("closed"))
        .start();
  }

  private static void require(List<String> expected, List<String> actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError("expected %s and got %s".formatted(expected, actual));
    }
  }
}
