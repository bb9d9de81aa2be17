package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import dev.drover.runtime.replay.Replay;
import dev.drover.runtime.replay.ReplayReport;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.SoakWorld.Mood;
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

/// Several processes at work on the same sessions, doing whatever comes to their minds and killed
/// at any moment; then one that brings all to an end; then everything is held against everything.
///
/// What the processes do is drawn from a seed. When they are killed in the middle of it is not: the
/// same seed gives the same kind of trouble, not the same run.
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

  /// @param seconds how long there is trouble
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
  void whateverAFewProcessesDoForAMomentTheBooksAreRight() throws Exception {
    soak(new Size(12, 2, 2));
  }

  @Test
  @Tag("long")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void whateverManyProcessesDoForMinutesTheBooksAreRight() throws Exception {
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

  /// One is gone, and another comes. One that never lived long enough to say so would do nothing.
  private void trouble(Size size, SplittableRandom chance) throws Exception {
    int which = chance.nextInt(processes.size());
    var process = processes.get(which);
    assertThat(process.inputReader().readLine()).as(this::toString).isEqualTo(SoakProcess.READY);
    // Waits for the end of a process that does not end.
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
    Forked.kill(process);
    kills++;
  }

  /// Its input ends, and it leaves as a program does that is told to.
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
    return Forked.start(
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
        assertThat(tokens(drover.archive().ledger(session).total()))
            .as("%s, ledger of %s", this, session)
            .isEqualTo(ledger.getValue());
        var journal =
            drover.archive().page(Cursor.start(session), 1_000_000).items().stream()
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

  /// What to run to see it again.
  @Override
  public String toString() {
    return "after %d kills; again with -Ddrover.seed=%d (%s)".formatted(kills, seed, folder);
  }
}
