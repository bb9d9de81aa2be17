package dev.drover.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.fixture.ChildJvm;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.soak.SoakWorld.Mood;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Several processes perform random operations on the same sessions and are killed at any moment;
/// then one process finishes all work; then the store is checked for consistency.
///
/// The operations are drawn from a seed, but the time of the kills is not: the same seed gives
/// similar faults, not the same run.
@Tag("A13")
@Tag("F1")
@Tag("F5")
final class SoakTest {
  private static final int FEWEST_KILLS = 3;

  @TempDir Path folder;

  private final long seed = Long.getLong("drover.seed", new SplittableRandom().nextLong());
  private final List<Process> processes = new ArrayList<>();
  private int started;
  private int kills;

  /// @param seconds the duration of the faults
  private record Size(int sessions, int processes, int seconds) {
    /// As the properties `drover.soak.sessions`, `.processes` and `.seconds` say.
    Size orAsked() {
      return new Size(
          Integer.getInteger("drover.soak.sessions", sessions),
          Integer.getInteger("drover.soak.processes", processes),
          Integer.getInteger("drover.soak.seconds", seconds));
    }
  }

  @Test
  @Timeout(120)
  void aShortSoakOfFewProcessesKeepsAllInvariants() throws Exception {
    soak(new Size(12, 2, 2));
  }

  @Test
  @Tag("long")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void aLongSoakOfManyProcessesKeepsAllInvariants() throws Exception {
    soak(new Size(200, 4, 300).orAsked());
  }

  private void soak(Size size) throws Exception {
    var chance = new SplittableRandom(seed);
    try {
      for (int i = 0; i < size.processes(); i++) {
        processes.add(start(size, chance.nextLong(), Mood.LIVELY));
      }
      long end = System.nanoTime() + Duration.ofSeconds(size.seconds()).toNanos();
      while (System.nanoTime() < end || kills < FEWEST_KILLS) {
        trouble(size, chance);
      }
      while (!processes.isEmpty()) {
        stop(processes.removeLast());
      }
      settle(size);
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    theBooksAreRight();
  }

  /// Replaces a process by another one. A process that is killed before it has started does
  /// nothing.
  private void trouble(Size size, SplittableRandom chance) throws Exception {
    int which = chance.nextInt(processes.size());
    var process = processes.get(which);
    assertThat(process.inputReader().readLine()).as(this::toString).isEqualTo(SoakProcess.READY);
    // Waits for the end of a process that should not end.
    assertThat(process.waitFor(chance.nextInt(50, 1_500), TimeUnit.MILLISECONDS))
        .as(this::toString)
        .isFalse();
    if (chance.nextInt(6) == 0) {
      stopByItself(process);
    } else {
      stop(process);
    }
    processes.set(which, start(size, chance.nextLong(), Mood.LIVELY));
  }

  private void stop(Process process) throws InterruptedException {
    ChildJvm.kill(process);
    kills++;
  }

  /// Ends its input, so that it leaves as a program that is asked to stop.
  private void stopByItself(Process process) throws IOException, InterruptedException {
    process.getOutputStream().close();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(this::toString).isTrue();
  }

  private void settle(Size size) throws IOException, InterruptedException {
    var last = start(size, seed, Mood.QUIET);
    try (var output = last.inputReader()) {
      assertThat(output.readLine()).as(this::toString).isEqualTo(SoakProcess.SETTLED);
      assertThat(last.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      last.destroyForcibly();
    }
  }

  private Process start(Size size, long own, Mood mood) throws IOException {
    var name = "p" + ++started;
    return ChildJvm.start(
        SoakProcess.class,
        folder.toString(),
        name,
        String.valueOf(size.sessions()),
        String.valueOf(own),
        mood.name());
  }

  private void theBooksAreRight() throws Exception {
    assertThat(SoakAudit.of(folder, kills)).as(this::toString).isEmpty();
    var ledgers = SoakAudit.ledgers(folder);
    try (var drover = SoakProcess.drover(SqliteStore.open(SoakProcess.store(folder)))) {
      for (var ledger : ledgers.entrySet()) {
        var session = new SessionId(ledger.getKey());
        assertThat(tokens(drover.queries().ledger(session).total()))
            .as("%s, ledger of %s", this, session)
            .isEqualTo(ledger.getValue());
        var journal =
            drover.queries().page(Cursor.start(session), 1_000_000).items().stream()
                .map(Notice.Happened::entry)
                .toList();
        assertThat(Replay.of(journal))
            .as("%s, replay of %s", this, session)
            .isInstanceOf(ReplayReport.class);
      }
    }
  }

  private static SoakTokens tokens(Usage usage) {
    return new SoakTokens(
        usage.input(), usage.output(), usage.cacheRead(), usage.cacheWrite(), usage.reasoning());
  }

  /// The command that reproduces it.
  @Override
  public String toString() {
    return "after %d kills; again with -Ddrover.seed=%d (%s)".formatted(kills, seed, folder);
  }
}
