package dev.drover.internal.retention;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.query.RunSnapshot;
import dev.drover.session.RunRetention;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
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
  private static final RunRetention TWO_RUNS =
      new RunRetention(2, Integer.MAX_VALUE, Long.MAX_VALUE);

  @Test
  void oldRunsAreDroppedWhileNumberingAndConversationContinueInMemory() {
    var store = new MemoryStore();
    dropOldRuns(() -> new CrashingStore(store, CrashingStore.NEVER_CRASHES));
  }

  @Test
  void oldRunsAreDroppedWhileNumberingAndConversationContinueOnSqlite(@TempDir Path folder) {
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
      assertThatThrownBy(() -> drover.queries().events(runs.getFirst()))
          .isInstanceOf(RunNotFound.class);
      assertThat(session.send(Ask.of("prompt 1").withKey("k-1")).id()).isEqualTo(runs.getFirst());
      session.ask("prompt 6");
      assertThat(session.eventCount()).isEqualTo(20);
      assertThat(session.runs()).hasSize(2);
    }
  }

  @Test
  void aFinishedRunKeepsOnlyItsLastEvents() {
    var three = new RunRetention(Integer.MAX_VALUE, 2, Long.MAX_VALUE);
    try (var drover = Drover.on(new MemoryStore()).retention(three).build()) {
      var session = open(drover, OpenMode.CREATE);
      session.ask("one");
      session.ask("two");
      assertThat(session.page(Cursor.start(SESSION), 100).items())
          .extracting(Notice.Happened::seq)
          .isEqualTo(List.of(1L, 2L, 4L, 5L, 7L, 8L));
      assertThat(session.runs()).hasSize(2);
      assertThat(session.runs()).extracting(RunSnapshot::firstSeq).containsExactly(4L, 7L);
    }
  }

  @Test
  void theEventCountOfATrimmedRunStaysOnMemory() {
    var store = new MemoryStore();
    countTrimmedEvents(() -> new CrashingStore(store, CrashingStore.NEVER_CRASHES));
  }

  @Test
  void theEventCountOfATrimmedRunStaysOnSqlite(@TempDir Path folder) {
    countTrimmedEvents(() -> SqliteStore.open(folder.resolve("store.db")));
  }

  private static void countTrimmedEvents(Supplier<Store> stores) {
    var lastEvent = new RunRetention(Integer.MAX_VALUE, 1, Long.MAX_VALUE);
    try (var drover = Drover.on(stores.get()).retention(lastEvent).build()) {
      var session = open(drover, OpenMode.CREATE);
      session.ask("one");
      session.ask("two");
    }
    try (var drover = Drover.on(stores.get()).retention(lastEvent).build()) {
      var session = open(drover, OpenMode.RESUME);
      assertThat(session.runs())
          .extracting(RunSnapshot::firstSeq, RunSnapshot::eventCount)
          .containsExactly(tuple(5L, 3L), tuple(8L, 3L));
      var details = drover.queries().details(session.runs().getFirst().run());
      assertThat(details.prompt()).isEmpty();
      assertThat(details.result()).contains("done");
    }
  }
}
