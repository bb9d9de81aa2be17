package dev.drover.internal.handle;

import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Explores many interleavings of threads that close a handle, and of threads that still use it.
///
/// The code inside is instrumented, which AssertJ does not support: hence the plain comparisons.
@Tag("B5")
class DepartureModelTest {
  private static final int INTERLEAVINGS = 100;
  private static final SessionId SESSION = new SessionId("s-1");

  @Test
  void inEveryInterleavingCleanupIsDoneOnceAndEveryCallerReturnsAfterIt() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, DepartureModelTest::twoClose);
  }

  @Test
  void inEveryInterleavingWorkIsAcceptedBeforeTheCloseOrRefused() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, DepartureModelTest::oneClosesWhileOneSends);
  }

  @Test
  @Tag("B10")
  void inEveryInterleavingAFailedDeleteLeavesTheHandleToTheOther() {
    Lincheck.runConcurrentTest(INTERLEAVINGS, DepartureModelTest::aDeleteFailsWhileOneCloses);
  }

  private static void twoClose() {
    var lifecycle = new HandleLifecycle(SESSION);
    var cleanups = new AtomicInteger();
    var seen = new AtomicInteger();
    Runnable close =
        () -> {
          lifecycle.close(CloseMode.CLOSE, cleanups::incrementAndGet);
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
    var lifecycle = new HandleLifecycle(SESSION);
    List<String> sent = new ArrayList<>();
    var sender =
        new Thread(
            () -> {
              try {
                lifecycle.requireOpen();
                sent.add("taken");
              } catch (SessionClosed refused) {
                sent.add("refused");
              }
            });
    sender.start();
    lifecycle.close(CloseMode.CLOSE, () -> {});
    require(lifecycle.isClosing(), "it is closed and takes work");
    join(sender);
    require(sent.size() == 1, "said nothing: " + sent);
  }

  private static void aDeleteFailsWhileOneCloses() {
    var lifecycle = new HandleLifecycle(SESSION);
    var closed = new AtomicInteger();
    var closing = new Thread(() -> lifecycle.close(CloseMode.CLOSE, closed::incrementAndGet));
    closing.start();
    try {
      lifecycle.delete(
          () -> {
            throw new IllegalStateException("the store is full");
          });
    } catch (IllegalStateException full) {
      require(closed.get() <= 1, "closed " + closed.get() + " times");
    }
    join(closing);
    require(closed.get() == 1, "closed " + closed.get() + " times");
    require(lifecycle.isClosing(), "it is closed and takes work");
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
