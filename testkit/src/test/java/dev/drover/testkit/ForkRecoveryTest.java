package dev.drover.testkit;

import static dev.drover.testkit.ForkStage.FORK;
import static dev.drover.testkit.ForkStage.INTERRUPTED;
import static dev.drover.testkit.ForkStage.SOURCE;
import static dev.drover.testkit.ForkStage.clerk;
import static dev.drover.testkit.StrictProvider.objections;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Event;
import dev.drover.kernel.Message;
import dev.drover.kernel.Recorded;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Fork;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Retention;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.spi.store.Catalog.ForkRow;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Forks that outlive processes, and what retention takes away.
@Tag("B12")
@Timeout(60)
final class ForkRecoveryTest {
  @Test
  @Tag("A3")
  void aForkIsTheSameAfterARestart(@TempDir Path folder) {
    List<Message> history;
    try (var drover = Drover.on(SqliteStore.open(folder.resolve("store.db"))).build()) {
      var source = clerk(drover).open(SOURCE);
      source.ask("look");
      var fork = source.fork(Fork.here().into(FORK));
      fork.ask("and now?");
      history = List.copyOf(fork.history());
      source.ask("something else");
    }
    try (var drover = Drover.on(SqliteStore.open(folder.resolve("store.db"))).build()) {
      var fork = clerk(drover).open(FORK, OpenMode.RESUME);
      assertThat(fork.history()).isEqualTo(history);
      assertThat(fork.turnCount()).isEqualTo(1);
      assertThat(fork.origin().map(ForkRow::source)).contains(SOURCE);
      assertThat(fork.ask("still there?").text()).isEqualTo("well");
    }
  }

  @Test
  @Tag("A8")
  void retentionLeavesWhatAForkSharesAndAPlaceThatIsGoneIsNotForked(@TempDir Path folder) {
    var lastRun = new Retention(1, Integer.MAX_VALUE, Long.MAX_VALUE);
    List<Message> history;
    try (var drover =
        Drover.on(SqliteStore.open(folder.resolve("s.db"))).retention(lastRun).build()) {
      var source = clerk(drover).open(SOURCE);
      source.ask("first");
      var early = source.fork(Fork.at(4).into(FORK));
      for (int i = 0; i < 4; i++) {
        source.ask("look");
      }
      history = List.copyOf(source.history());
      assertThat(Journals.of(drover, source.id()))
          .extracting(Recorded::seq)
          .startsWith(1L, 2L, 3L, 4L);
      assertThat(early.history()).hasSize(2);
      assertThatThrownBy(() -> source.fork(6))
          .isInstanceOf(CursorInvalid.class)
          .hasMessageContaining("were trimmed");
      var late = source.fork();
      source.ask("look");
      assertThat(late.history()).isEqualTo(history);
    }
    try (var drover = Drover.on(SqliteStore.open(folder.resolve("s.db"))).build()) {
      var agent = clerk(drover);
      assertThat(agent.open(FORK, OpenMode.RESUME).history()).hasSize(2);
      var late = drover.forks(SOURCE).getLast().session();
      var again = agent.open(late, OpenMode.RESUME);
      assertThat(again.history()).isEqualTo(history);
      assertThat(again.fork().ask("and now?").text()).isEqualTo("well");
    }
  }

  @Test
  @Tag("A12")
  void aForkDuringARunThatIsKilledAfterAnyAppendIsThereWholeOrNotAtAllOnMemory()
      throws InterruptedException {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A12")
  void aForkDuringARunThatIsKilledAfterAnyAppendIsThereWholeOrNotAtAllOnSqlite(@TempDir Path folder)
      throws InterruptedException {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) throws InterruptedException {
    var scenario = new ForkedTurns();
    var matrix = new CrashMatrix(stores, scenario);
    var trials = matrix.all();
    // Those of the run, and the fork.
    assertThat(trials).hasSize(11);
    assertThat(scenario.forks()).hasSizeGreaterThanOrEqualTo(trials.size());
    for (var trial : trials) {
      assertThat(trial.outcome().getClass().getSimpleName())
          .as("the end after cut %d", trial.cut())
          .isEqualTo("Completed");
      assertThat(trial.repeated()).as("performed again after cut %d", trial.cut()).isEmpty();
      assertThat(trial.after())
          .extracting(Recorded::event)
          .noneMatch(Event.SessionForked.class::isInstance);
    }
    for (var fork : scenario.forks()) {
      assertThat(objections(fork)).isEmpty();
      assertThat(fork).endsWith(INTERRUPTED);
    }
  }
}
