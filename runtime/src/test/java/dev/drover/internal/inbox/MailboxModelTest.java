package dev.drover.internal.inbox;

import dev.drover.internal.concurrent.PendingResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/// Explores many interleavings of threads that put messages and threads that read them.
///
/// The code inside is instrumented, which AssertJ does not support: hence the plain comparisons.
class MailboxModelTest {
  private static final int INTERLEAVINGS = 100;

  @Test
  void inEveryInterleavingEachMessageIsReadOnceByOneReaderAtATime() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, MailboxModelTest::twoPut);
  }

  @Test
  void inEveryInterleavingAMessageIsReadOrRefused() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, MailboxModelTest::onePutsWhileTheReaderRetires);
  }

  @Test
  void inEveryInterleavingAWaiterSeesTheFirstValue() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, MailboxModelTest::twoCompleteAndOneWaits);
  }

  private static WriterMessage message() {
    return new WriterMessage.LoadState(new PendingResult<>());
  }

  private static void twoPut() {
    var mailbox = new Mailbox(8);
    var readers = new AtomicInteger();
    List<WriterMessage> read = new ArrayList<>();
    var one = new Thread(() -> put(mailbox, message(), readers, read));
    var other = new Thread(() -> put(mailbox, message(), readers, read));
    one.start();
    other.start();
    join(one);
    join(other);
    require(read.size() == 2, "read " + read.size() + " of 2 letters");
    require(!read.get(0).equals(read.get(1)), "one letter was read twice");
  }

  private static void put(
      Mailbox mailbox, WriterMessage message, AtomicInteger readers, List<WriterMessage> read) {
    if (mailbox.put(message) != Mailbox.Admission.START) {
      return;
    }
    while (true) {
      var next = mailbox.next();
      if (next == null) {
        return;
      }
      require(readers.incrementAndGet() == 1, "two readers at a time");
      read.add(next);
      readers.decrementAndGet();
    }
  }

  private static void onePutsWhileTheReaderRetires() {
    var mailbox = new Mailbox(8);
    require(mailbox.put(message()) == Mailbox.Admission.START, "the first is not to start");
    List<Mailbox.Admission> told = new ArrayList<>();
    var sender = new Thread(() -> told.add(mailbox.put(message())));
    sender.start();
    int read = 0;
    for (var next = mailbox.next(); next != null; next = mailbox.next()) {
      read++;
      mailbox.retire();
    }
    join(sender);
    boolean accepted = told.equals(List.of(Mailbox.Admission.QUEUED));
    require(accepted || told.equals(List.of(Mailbox.Admission.RETIRED)), "told " + told);
    require(read == (accepted ? 2 : 1), "read " + read + ", told " + told);
  }

  private static void twoCompleteAndOneWaits() {
    var pending = new PendingResult<String>();
    List<String> seen = new ArrayList<>();
    var waiter = new Thread(() -> seen.add(pending.awaitUninterruptibly()));
    var completer = new Thread(() -> pending.complete("a"));
    waiter.start();
    completer.start();
    pending.complete("b");
    join(waiter);
    join(completer);
    require(seen.equals(List.of(String.valueOf(pending.now()))), "saw " + seen);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }

  private static void require(boolean holds, String complaint) {
    if (!holds) {
      throw new AssertionError(complaint);
    }
  }
}
