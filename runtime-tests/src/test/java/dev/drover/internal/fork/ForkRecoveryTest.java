package dev.drover.internal.fork;

import static dev.drover.internal.fork.ForkFixture.FORK;
import static dev.drover.internal.fork.ForkFixture.INTERRUPTED;
import static dev.drover.internal.fork.ForkFixture.SOURCE;
import static dev.drover.internal.fork.ForkFixture.clerk;
import static dev.drover.testkit.ProviderConversationCheck.objections;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.fixture.WholeJournals;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.Message;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.session.ForkPoint;
import dev.drover.session.RunRetention;
import dev.drover.spi.store.Catalog.ForkRow;
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

/// Forks that outlive processes, and the effects of retention.
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
      var fork = source.fork(ForkPoint.here().into(FORK));
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
  void retentionKeepsEventsSharedWithAForkAndADroppedEventCannotBeForked(@TempDir Path folder) {
    var lastRun = new RunRetention(1, Integer.MAX_VALUE, Long.MAX_VALUE);
    List<Message> history;
    try (var drover =
        Drover.on(SqliteStore.open(folder.resolve("s.db"))).retention(lastRun).build()) {
      var source = clerk(drover).open(SOURCE);
      source.ask("first");
      var early = source.fork(ForkPoint.at(4).into(FORK));
      for (int i = 0; i < 4; i++) {
        source.ask("look");
      }
      history = List.copyOf(source.history());
      assertThat(WholeJournals.of(drover, source.id()))
          .extracting(RecordedEvent::seq)
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
  void aForkDuringAKilledRunIsCompleteOrAbsentInMemory() throws InterruptedException {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  @Tag("A12")
  void aForkDuringAKilledRunIsCompleteOrAbsentOnSqlite(@TempDir Path folder)
      throws InterruptedException {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  private static void cutEverywhere(Supplier<Store> stores) throws InterruptedException {
    var scenario = new ForkedTurns();
    var matrix = new CrashMatrix(stores, scenario);
    var trials = matrix.all();
    // The appends of the run, and the fork.
    assertThat(trials).hasSize(11);
    assertThat(scenario.forks()).hasSizeGreaterThanOrEqualTo(trials.size());
    for (var trial : trials) {
      assertThat(trial.outcome().getClass().getSimpleName())
          .as("the end after cut %d", trial.cut())
          .isEqualTo("Completed");
      assertThat(trial.repeated()).as("performed again after cut %d", trial.cut()).isEmpty();
      assertThat(trial.after())
          .extracting(RecordedEvent::event)
          .noneMatch(Event.SessionForked.class::isInstance);
    }
    for (var fork : scenario.forks()) {
      assertThat(objections(fork)).isEmpty();
      assertThat(fork).endsWith(INTERRUPTED);
    }
  }
}
