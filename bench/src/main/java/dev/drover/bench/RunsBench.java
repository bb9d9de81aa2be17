package dev.drover.bench;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Runs per second and bytes allocated per run, over many sessions on virtual threads.
///
/// Arguments: `memory` or `sqlite`, sessions, runs per session and round, rounds.
public final class RunsBench {
  private RunsBench() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    var kind = args[0];
    int sessions = Integer.parseInt(args[1]);
    int runs = Integer.parseInt(args[2]);
    int rounds = Integer.parseInt(args[3]);
    for (int round = 1; round <= rounds; round++) {
      // A new store for each round, so that data of earlier rounds does not slow down later ones.
      var folder = Files.createTempDirectory("drover-bench");
      try (var drover = Drover.on(open(kind, folder)).build()) {
        measure(drover, kind, sessions, runs);
      } finally {
        delete(folder);
      }
    }
  }

  private static Store open(String kind, Path folder) {
    return switch (kind) {
      case "memory" -> new MemoryStore();
      case "sqlite" -> SqliteStore.open(folder.resolve("bench.db"));
      default -> throw new IllegalArgumentException("memory or sqlite, not " + kind);
    };
  }

  private static void measure(Drover drover, String kind, int sessions, int runs)
      throws InterruptedException {
    var agent = BenchWorkload.agent(drover);
    var open = new ArrayList<Session>();
    for (int i = 0; i < sessions; i++) {
      open.add(agent.open());
    }
    JvmMeter.heap();
    long bytes = JvmMeter.allocated();
    long start = System.nanoTime();
    ask(open, runs);
    double seconds = JvmMeter.seconds(start);
    long total = (long) sessions * runs;
    System.out.printf(
        Locale.ROOT,
        "%s: %,d sessions, %,d runs: %,.0f runs/s, %,d bytes allocated a run%n",
        kind,
        sessions,
        total,
        total / seconds,
        (JvmMeter.allocated() - bytes) / total);
  }

  private static void ask(List<Session> sessions, int runs) throws InterruptedException {
    var threads = new ArrayList<Thread>();
    for (var session : sessions) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 0; i < runs; i++) {
                      session.ask(BenchWorkload.PROMPT);
                    }
                  }));
    }
    for (var thread : threads) {
      thread.join();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
