package dev.drover.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.Text;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashMatrix;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run that falls back from model to model, killed after every append.
@Tag("C2")
@Tag("A13")
@Timeout(60)
final class FallbackCrashTest {
  @Test
  void aRunKilledAnywhereNeverReturnsToAFailedModelInMemory() throws InterruptedException {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  void aRunKilledAnywhereNeverReturnsToAFailedModelOnSqlite(@TempDir Path folder)
      throws InterruptedException {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) throws InterruptedException {
    var matrix = new CrashMatrix(stores, new FallbackRun());
    assertThat(matrix.whole().firstLife())
        .containsOnlyOnce(FallbackRun.ASKED_SECOND)
        .filteredOn(FallbackRun.ASKED_FIRST::equals)
        .hasSize(2);
    var trials = matrix.all();
    // Open, accept, reply and start, outcome, replaced, replaced, reply and start, outcome, reply
    // and finish.
    assertThat(trials).hasSize(9);
    for (var trial : trials) {
      check(trial);
    }
  }

  private static void check(CrashMatrix.Trial trial) {
    assertThat(trial.outcome())
        .as("the end after cut %d", trial.cut())
        .isEqualTo(new RunOutcome.Completed(Text.of("paid")));
    assertThat(trial.repeated()).as("performed again after cut %d", trial.cut()).isEmpty();
    assertThat(replacements(trial.after()))
        .as("who went on after cut %d", trial.cut())
        .containsExactly(FallbackRun.SECOND, FallbackRun.THIRD);
    var before = replacements(trial.before());
    if (!before.isEmpty()) {
      assertThat(trial.secondLife()).doesNotContain(FallbackRun.ASKED_FIRST);
    }
    if (before.size() > 1) {
      assertThat(trial.secondLife()).doesNotContain(FallbackRun.ASKED_SECOND);
    }
    assertThat(trial.after().subList(0, trial.before().size())).isEqualTo(trial.before());
    assertThat(Replay.of(trial.after()))
        .isInstanceOfSatisfying(
            ReplayReport.class,
            report -> assertThat(report.state()).isEqualTo(folded(trial.after())));
    assertThat(folded(trial.after()).profile().model()).isEqualTo(FallbackRun.FIRST);
  }

  private static List<String> replacements(List<RecordedEvent> entries) {
    return entries.stream()
        .filter(entry -> entry.event() instanceof Event.ModelReplaced)
        .map(entry -> ((Event.ModelReplaced) entry.event()).fallback().model())
        .toList();
  }

  private static SessionState folded(List<RecordedEvent> entries) {
    var state = SessionState.NEW;
    for (var entry : entries) {
      state = state.after(entry);
    }
    return state;
  }
}
