package dev.drover.internal.retention;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.value.SessionId;
import dev.drover.session.RunRetention;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readers of a session that has lost events to retention learn where and how many.
@Tag("A8")
@Tag("A9")
@Tag("J1")
final class TrimmedStreamTest {
  private static final SessionId SESSION = new SessionId("s-1");
  private static final RunRetention TWO_RUNS =
      new RunRetention(2, Integer.MAX_VALUE, Long.MAX_VALUE);
  private static final RunRetention TWO_EVENTS =
      new RunRetention(Integer.MAX_VALUE, 2, Long.MAX_VALUE);

  private static Session open(Drover drover) {
    return drover
        .agent("clerk")
        .model(FakeModel.playing(says("done")))
        .build()
        .open(SESSION, OpenMode.CREATE_OR_RESUME);
  }

  private static String word(Notice notice) {
    return switch (notice) {
      case Notice.Happened happened -> Long.toString(happened.seq());
      case Notice.Shown shown -> "'" + shown.delta().text() + "'";
      case Notice.Missed(var fragments, var events, var why) ->
          "%s %d/%d".formatted(why, fragments, events);
      case Notice.ChildUsage used -> used.toString();
    };
  }

  private static List<String> rest(EventStream events) {
    var seen = new ArrayList<String>();
    events.forEach(notice -> seen.add(word(notice)));
    return seen;
  }

  private static void ask(Session session, int runs) {
    for (int i = 0; i < runs; i++) {
      session.ask("prompt " + i);
    }
  }

  @Test
  void aSessionsStreamReportsEachJumpInMemory() {
    sessionsStream(new MemoryStore());
  }

  @Test
  void aSessionsStreamReportsEachJumpOnSqlite(@TempDir Path folder) {
    sessionsStream(SqliteStore.open(folder.resolve("store.db")));
  }

  private static void sessionsStream(Store store) {
    try (var drover = Drover.on(store).retention(TWO_RUNS).build()) {
      var session = open(drover);
      ask(session, 5);
      var events = session.events();
      var later = session.events(new Cursor(SESSION, 5));
      session.close();
      assertThat(rest(events))
          .containsExactly(
              "1", "2", "TRIMMED 0/9", "12", "'done'", "13", "14", "15", "'done'", "16", "17");
      assertThat(rest(later))
          .containsExactly("TRIMMED 0/6", "12", "'done'", "13", "14", "15", "'done'", "16", "17");
    }
  }

  @Test
  void aRunsStreamReportsThatItsBeginningIsGoneInMemory() {
    runsStream(new MemoryStore());
  }

  @Test
  void aRunsStreamReportsThatItsBeginningIsGoneOnSqlite(@TempDir Path folder) {
    runsStream(SqliteStore.open(folder.resolve("store.db")));
  }

  private static void runsStream(Store store) {
    try (var drover = Drover.on(store).retention(TWO_EVENTS).build()) {
      var session = open(drover);
      var first = session.send("one");
      first.await();
      var second = session.send("two");
      second.await();
      session.awaitIdle(Duration.ofSeconds(10));
      assertThat(rest(first.events())).containsExactly("TRIMMED 0/1", "'done'", "4", "5");
      assertThat(rest(second.events())).containsExactly("TRIMMED 0/1", "'done'", "7", "8");
    }
  }

  @Test
  void aReaderFromBeforeATrimGetsTheUnreadEventsOrAMissedNotice() {
    try (var drover = Drover.on(new MemoryStore()).watchBuffer(4).retention(TWO_RUNS).build()) {
      var session = open(drover);
      var slow = session.events();
      ask(session, 5);
      session.close();
      assertThat(rest(slow))
          .containsSubsequence("1", "2", "TRIMMED 0/9", "12", "13", "14", "15", "16", "17")
          .doesNotContain("3", "11");
    }
  }

  @Test
  void theStreamOfADroppedRunEnds() {
    try (var drover = Drover.on(new MemoryStore()).watchBuffer(1).retention(TWO_RUNS).build()) {
      var session = open(drover);
      var run = session.send("one");
      var events = run.events();
      run.await();
      ask(session, 4);
      assertThat(rest(events)).last().asString().startsWith("TRIMMED 0/");
      assertThat(events.isAtEnd()).isTrue();
    }
  }

  @Test
  void aPageReportsWhetherEventsAreMissing() {
    try (var drover = Drover.on(new MemoryStore()).retention(TWO_RUNS).build()) {
      var session = open(drover);
      ask(session, 5);
      session.awaitIdle(Duration.ofSeconds(10));
      assertThat(session.page(Cursor.start(SESSION), 2).gap()).isFalse();
      assertThat(session.page(Cursor.start(SESSION), 3).gap()).isTrue();
      assertThat(session.page(new Cursor(SESSION, 2), 1).gap()).isTrue();
      assertThat(session.page(new Cursor(SESSION, 11), 6).gap()).isFalse();
      assertThat(session.page(new Cursor(SESSION, 17), 6).gap()).isFalse();
    }
  }
}
