package dev.drover.bench.peers;

import com.sun.management.ThreadMXBean;
import dev.drover.bench.peers.Contender.Conversation;
import dev.drover.bench.peers.Contender.Maker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Measures one contender: runs in a while, bytes allocated for them, heap of idle sessions.
final class Rounds {
  /// Runs of one session before the next one is opened: four messages each, so that a session fits
  /// the window of twenty messages that is usual where memory is a window, and nothing is cut.
  private static final int RUNS_OF_A_SESSION = 5;

  private static final int OPENERS = 50;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Maker maker;
  private final Stage stage;
  private final AtomicLong sessions = new AtomicLong();
  private final AtomicReference<@Nullable RuntimeException> trouble = new AtomicReference<>();

  Rounds(Maker maker, Stage stage) {
    this.maker = maker;
    this.stage = stage;
  }

  /// Runs on so many threads until the time is over or so many runs were begun, whichever is first;
  /// the second bounds the heap that sessions take. Opening a session counts as part of its runs.
  Reply measure(int threads, long millis, long atMost) throws IOException, InterruptedException {
    try (var contender = maker.on(stage)) {
      heap();
      var begun = new AtomicLong();
      long bytes = THREADS.getTotalThreadAllocatedBytes();
      long start = System.nanoTime();
      long end = start + millis * 1_000_000;
      Runnable work =
          () -> {
            while (System.nanoTime() < end && begun.getAndAdd(RUNS_OF_A_SESSION) < atMost) {
              runs(contender, RUNS_OF_A_SESSION);
            }
          };
      if (threads == 1) {
        work.run();
      } else {
        onVirtualThreads(threads, work);
      }
      long nanos = System.nanoTime() - start;
      return Reply.of("round")
          .with("runs", sessions.get() * RUNS_OF_A_SESSION)
          .with("nanos", nanos)
          .with("bytes", THREADS.getTotalThreadAllocatedBytes() - bytes);
    }
  }

  /// The heap that an open session takes which has done one run and has nothing to do.
  Reply idle(int count) throws IOException, InterruptedException {
    try (var contender = maker.on(stage)) {
      runs(contender, 1);
      long before = heap();
      var open = Collections.synchronizedList(new ArrayList<Conversation>(count));
      onVirtualThreads(
          OPENERS,
          () -> {
            for (int i = 0; i < count / OPENERS; i++) {
              open.add(runs(contender, 1));
            }
          });
      long bytes = heap() - before;
      return Reply.of("idle").with("bytes", bytes / open.size());
    }
  }

  private Conversation runs(Contender contender, int runs) {
    var session = contender.open("s-" + sessions.incrementAndGet());
    for (int i = 0; i < runs; i++) {
      var answer = session.ask(stage.scene().prompt());
      if (!answer.equals(stage.scene().answer())) {
        throw new IllegalStateException("answered '" + answer + "'");
      }
    }
    return session;
  }

  private void onVirtualThreads(int count, Runnable work) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofVirtual().start(() -> watched(work)));
    }
    for (var thread : threads) {
      thread.join();
    }
    var found = trouble.get();
    if (found != null) {
      throw found;
    }
  }

  private void watched(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException broken) {
      trouble.compareAndSet(null, broken);
    }
  }

  /// Bytes of heap in use after collecting what can be.
  private static long heap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
      least = Math.min(least, heap.getUsed());
    }
    return least;
  }
}
