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

/// Measures one contender: runs in a while, bytes allocated for them, heap of idle sessions, what
/// is kept of a run.
final class Rounds {
  private static final int OPENERS = 50;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Maker maker;
  private final Stage stage;
  private final int runsOfASession;
  private final AtomicLong sessions = new AtomicLong();
  private final AtomicReference<@Nullable RuntimeException> trouble = new AtomicReference<>();

  Rounds(Maker maker, Stage stage) {
    this.maker = maker;
    this.stage = stage;
    this.runsOfASession = stage.scene().runsOfASession();
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
            while (System.nanoTime() < end && begun.getAndAdd(runsOfASession) < atMost) {
              runs(contender, runsOfASession);
            }
          };
      if (threads == 1) {
        work.run();
      } else {
        onVirtualThreads(threads, work);
      }
      long nanos = System.nanoTime() - start;
      return Reply.of("round")
          .with("runs", sessions.get() * runsOfASession)
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

  /// What so many runs, one after the other, leave behind. A run before them has brought what is
  /// written only once.
  Reply kept(int runs) throws IOException {
    try (var contender = maker.on(stage)) {
      if (!(contender instanceof Contender.Durable durable)) {
        throw new IllegalStateException("cannot say what it keeps");
      }
      runs(durable, 1);
      var before = durable.kept();
      for (int i = 0; i < runs; i++) {
        runs(durable, 1);
      }
      var after = durable.kept();
      return Reply.of("kept")
          .with("runs", runs)
          .with("entries", after.entries() - before.entries())
          .with("commits", after.commits() - before.commits())
          .with("bytes", after.logBytes() - before.logBytes());
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
