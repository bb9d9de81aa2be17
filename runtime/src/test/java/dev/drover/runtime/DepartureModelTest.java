package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.writer.Letter.Manner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Looks at many interleavings of those who let go of a handle, and of those who still use it.
///
/// What runs inside is instrumented, which AssertJ does not bear: hence the plain comparisons.
@Tag("B5")
class DepartureModelTest {
  private static final int INTERLEAVINGS = 100;
  private static final SessionId SESSION = new SessionId("s-1");

  @Test
  void whateverTheInterleavingCleanupIsDoneOnceAndEveryCallerReturnsAfterIt() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, DepartureModelTest::twoClose);
  }

  @Test
  void whateverTheInterleavingWorkIsTakenBeforeTheCloseOrRefused() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, DepartureModelTest::oneClosesWhileOneSends);
  }

  @Test
  @Tag("B10")
  void whateverTheInterleavingADeleteThatFailsLeavesTheHandleToTheOther() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, DepartureModelTest::aDeleteFailsWhileOneCloses);
  }

  private static void twoClose() {
    var departure = new Departure(SESSION);
    var cleanups = new AtomicInteger();
    var seen = new AtomicInteger();
    Runnable close =
        () -> {
          departure.leave(Manner.CLOSE, cleanups::incrementAndGet);
          seen.addAndGet(cleanups.get());
        };
    var other = new Thread(close);
    other.start();
    close.run();
    join(other);
    require(cleanups.get() == 1, "cleaned up " + cleanups.get() + " times");
    require(seen.get() == 2, "somebody returned before it was done");
  }

  private static void oneClosesWhileOneSends() {
    var departure = new Departure(SESSION);
    List<String> sent = new ArrayList<>();
    var sender =
        new Thread(
            () -> {
              try {
                departure.requireNotBegun();
                sent.add("taken");
              } catch (SessionClosed refused) {
                sent.add("refused");
              }
            });
    sender.start();
    departure.leave(Manner.CLOSE, () -> {});
    require(departure.hasBegun(), "it is closed and takes work");
    join(sender);
    require(sent.size() == 1, "said nothing: " + sent);
  }

  private static void aDeleteFailsWhileOneCloses() {
    var departure = new Departure(SESSION);
    var closed = new AtomicInteger();
    var closing = new Thread(() -> departure.leave(Manner.CLOSE, closed::incrementAndGet));
    closing.start();
    try {
      departure.delete(
          () -> {
            throw new IllegalStateException("the store is full");
          });
    } catch (IllegalStateException full) {
      require(closed.get() <= 1, "closed " + closed.get() + " times");
    }
    join(closing);
    require(closed.get() == 1, "closed " + closed.get() + " times");
    require(departure.hasBegun(), "it is closed and takes work");
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  private static void require(boolean holds, String complaint) {
    if (!holds) {
      throw new AssertionError(complaint);
    }
  }
}
