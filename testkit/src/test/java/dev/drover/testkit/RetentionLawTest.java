package dev.drover.testkit;

import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Retention;
import dev.drover.runtime.RunSnapshot;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("A8")
final class RetentionLawTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final Retention TWO_RUNS = new Retention(2, Integer.MAX_VALUE, Long.MAX_VALUE);

  @Test
  void oldRunsGoNumberingGoesOnAndTheConversationStaysOnMemory() {
    var store = new MemoryStore();
    dropOldRuns(() -> new MortalStore(store, MortalStore.IMMORTAL));
  }

  @Test
  void oldRunsGoNumberingGoesOnAndTheConversationStaysOnSqlite(@TempDir Path folder) {
    dropOldRuns(() -> SqliteStore.open(folder.resolve("store.db")));
  }

  private static Session open(Drover drover, OpenMode mode) {
    return drover.agent("clerk").model(FakeModel.playing(says("done"))).build().open(SESSION, mode);
  }

  private static void dropOldRuns(Supplier<Store> stores) {
    var runs = new ArrayList<RunId>();
    try (var drover = Drover.on(stores.get()).retention(TWO_RUNS).build()) {
      var session = open(drover, OpenMode.CREATE);
      for (int i = 1; i <= 5; i++) {
        var run = session.send(Ask.of("prompt " + i).withKey("k-" + i));
        run.await();
        runs.add(run.id());
      }
    }
    try (var drover = Drover.on(stores.get()).retention(TWO_RUNS).build()) {
      var session = open(drover, OpenMode.RESUME);
      assertThat(session.eventCount()).isEqualTo(17);
      assertThat(session.runs())
          .extracting(RunSnapshot::run)
          .containsExactlyElementsOf(runs.subList(3, 5));
      assertThat(session.history()).hasSize(10);
      var page = session.page(new Cursor(SESSION, 2), 100);
      assertThat(page.gap()).isTrue();
      assertThat(page.items())
          .extracting(Notice.Happened::seq)
          .containsExactly(12L, 13L, 14L, 15L, 16L, 17L);
      assertThatThrownBy(() -> drover.archive().events(runs.getFirst()))
          .isInstanceOf(RunNotFound.class);
      assertThat(session.send(Ask.of("prompt 1").withKey("k-1")).id()).isEqualTo(runs.getFirst());
      session.ask("prompt 6");
      assertThat(session.eventCount()).isEqualTo(20);
      assertThat(session.runs()).hasSize(2);
    }
  }

  @Test
  void aFinishedRunKeepsItsLastEventsOnly() {
    var three = new Retention(Integer.MAX_VALUE, 2, Long.MAX_VALUE);
    try (var drover = Drover.on(new MemoryStore()).retention(three).build()) {
      var session = open(drover, OpenMode.CREATE);
      session.ask("one");
      session.ask("two");
      assertThat(session.page(Cursor.start(SESSION), 100).items())
          .extracting(Notice.Happened::seq)
          .isEqualTo(List.of(1L, 2L, 4L, 5L, 7L, 8L));
      assertThat(session.runs()).hasSize(2);
    }
  }
}
