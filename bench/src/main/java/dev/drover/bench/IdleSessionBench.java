package dev.drover.bench;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;

/// Measures the heap used by an open, idle session, and the time to open a long one.
public final class IdleSessionBench {
  private static final int SESSIONS = 100_000;
  private static final int EVENTS = 10_000;

  private IdleSessionBench() {}

  public static void main(String[] args) throws IOException {
    var folder = Files.createTempDirectory("drover-bench");
    var file = folder.resolve("bench.db");
    switch (args[0]) {
      case "idle" -> idle(SqliteStore.open(file));
      case "open" -> open(file);
      default -> throw new IllegalArgumentException("idle or open, not " + args[0]);
    }
  }

  private static void idle(Store store) {
    try (var drover = Drover.on(store).build()) {
      var agent = BenchWorkload.agent(drover);
      agent.open().ask(BenchWorkload.PROMPT);
      long before = JvmMeter.heap();
      var open = new ArrayList<Session>(SESSIONS);
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < 100; i++) {
        threads.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      for (int j = 0; j < SESSIONS / 100; j++) {
                        var session = agent.open();
                        synchronized (open) {
                          open.add(session);
                        }
                      }
                    }));
      }
      for (var thread : threads) {
        join(thread);
      }
      System.out.printf(
          Locale.ROOT,
          "%,d open, idle sessions: %,d bytes of heap each%n",
          open.size(),
          (JvmMeter.heap() - before) / open.size());
      drover.disconnect();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static void open(Path file) {
    var id = new SessionId("s-long");
    try (var drover = Drover.on(SqliteStore.open(file)).build()) {
      var session = BenchWorkload.agent(drover).open(id);
      while (session.eventCount() < EVENTS) {
        session.ask(BenchWorkload.PROMPT);
      }
    }
    for (int i = 1; i <= 5; i++) {
      try (var drover = Drover.on(SqliteStore.open(file)).build()) {
        long start = System.nanoTime();
        var snapshot = drover.queries().snapshot(id);
        System.out.printf(
            Locale.ROOT,
            "reading a session of %,d events (%,d messages), time %d: %.0f ms%n",
            snapshot.eventCount(),
            snapshot.messages().size(),
            i,
            JvmMeter.seconds(start) * 1_000);
      }
    }
  }
}
