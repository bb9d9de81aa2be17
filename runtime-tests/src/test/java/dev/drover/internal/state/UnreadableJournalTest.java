package dev.drover.internal.state;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.SessionUnavailable.SessionUnreadable;
import dev.drover.problem.SessionUnavailable.SessionUnreadable.Reason;
import dev.drover.query.RunSnapshot;
import dev.drover.query.SessionQueries;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A journal with an unreadable event, or one of a later version: its session is reported with a
/// position and a remedy, and all others keep working.
@Tag("J1")
@Timeout(60)
final class UnreadableJournalTest {
  private static final SessionId BAD = new SessionId("bad");
  private static final SessionId GOOD = new SessionId("good");

  private final VirtualTime time = new VirtualTime();

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void twoSessions() {
    file = folder.resolve("drover.db");
    with(
        drover -> {
          for (var id : List.of(BAD, GOOD)) {
            assertThat(agent(drover).open(id).ask("go").text()).isEqualTo("Done.");
          }
        });
  }

  private void with(Consumer<Drover> work) {
    try (var drover = Drover.on(SqliteStore.open(file)).time(time).build()) {
      work.accept(drover);
    }
  }

  private static Agent agent(Drover drover) {
    return drover.agent("main").model(FakeModel.playing(says("Done."))).build();
  }

  private void change(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isEqualTo(1);
    }
  }

  private void damage(int seq, String body) throws SQLException {
    change(
        "UPDATE events SET body = CAST('%s' AS BLOB) WHERE seq = %d AND session = 1"
            .formatted(body, seq));
  }

  private static SessionUnreadable refused(Runnable work) {
    var thrown = catchThrowableOfType(SessionUnreadable.class, work::run);
    assertThat(thrown).isNotNull();
    return thrown;
  }

  @Test
  void aDamagedEventIsReportedWithItsPositionAndTheReadableRange() throws SQLException {
    damage(4, "{\"oops");
    with(
        drover -> {
          var found = refused(() -> drover.queries().snapshot(BAD));
          assertThat(found.session()).isEqualTo(BAD);
          assertThat(found.seq()).isEqualTo(4);
          assertThat(found.reason()).isEqualTo(Reason.DAMAGED);
          assertThat(found.problem().code()).isEqualTo("journal_unreadable");
          assertThat(found.problem().detail())
              .startsWith("session bad cannot be read from event 4 on: ");
          assertThat(found.problem().remedy()).startsWith("Events 1 to 3 can still be read.");
        });
  }

  @Test
  void anEventOfALaterVersionIsReportedWithAnUpdateHint() throws SQLException {
    damage(
        4,
        "{\"session\":\"bad\",\"seq\":4,\"at\":\"2026-01-01T00:00:00Z\",\"type\":\"moon_landed\",\"v\":1}");
    with(
        drover -> {
          var found = refused(() -> drover.queries().snapshot(BAD));
          assertThat(found.reason()).isEqualTo(Reason.NEWER);
          assertThat(found.seq()).isEqualTo(4);
          assertThat(found.problem().remedy()).startsWith("Update Drover ");
        });
  }

  @Test
  void misplacedAndMissingEventsAreDamage() throws SQLException {
    change(
        "UPDATE events SET body = (SELECT body FROM events WHERE session = 1 AND seq = 2)"
            + " WHERE session = 1 AND seq = 3");
    with(drover -> assertThat(refused(() -> drover.queries().snapshot(BAD)).seq()).isEqualTo(3));
    change("DELETE FROM events WHERE session = 1 AND seq = 3");
    with(
        drover -> {
          var found = refused(() -> drover.queries().snapshot(BAD));
          assertThat(found.seq()).isEqualTo(3);
          assertThat(found.problem().detail()).endsWith("it is missing");
        });
  }

  @Test
  void eventsOnBothSidesOfADamagedOneCanBeRead() throws SQLException {
    damage(3, "");
    with(
        drover -> {
          var queries = drover.queries();
          assertThat(numbers(queries, 0)).containsExactly(1L, 2L);
          assertThat(queries.page(Cursor.start(BAD), 100).hasMore()).isTrue();
          assertThat(refused(() -> queries.page(new Cursor(BAD, 2), 100)).seq()).isEqualTo(3);
          assertThat(numbers(queries, 3)).startsWith(4L);
        });
  }

  private static List<Long> numbers(SessionQueries queries, long after) {
    return queries.page(new Cursor(BAD, after), 100).items().stream()
        .map(Notice.Happened::seq)
        .toList();
  }

  @Test
  void aDamagedSessionIsNotOpenedAndOthersKeepWorking() throws SQLException {
    damage(3, "?");
    with(
        drover -> {
          assertThat(refused(() -> agent(drover).open(BAD)).session()).isEqualTo(BAD);
          assertThat(agent(drover).open(GOOD).ask("again").text()).isEqualTo("Done.");
        });
  }

  @Test
  void listsAreCompleteEvenIfOneSessionCannotBeRead() throws SQLException {
    damage(3, "?");
    change("UPDATE runs SET status = NULL, last_seq = NULL, ended_at = NULL WHERE session = 1");
    with(
        drover -> {
          assertThat(drover.queries().sessions())
              .extracting(SessionRow::session)
              .containsExactly(BAD, GOOD);
          assertThat(drover.queries().runs(BAD))
              .extracting(RunSnapshot::status, RunSnapshot::waitingFor)
              .containsExactly(
                  tuple(RunStatus.WAITING, "a repair of its journal (event 3 cannot be read)"));
        });
  }

  @Test
  void anUnreadableSnapshotIsNotNeededWhileAllEventsExist() throws SQLException {
    change("INSERT INTO snapshots (session, seq, state) VALUES (1, 3, CAST('?' AS BLOB))");
    with(drover -> assertThat(drover.queries().snapshot(BAD).currentRun()).isEmpty());
    change("DELETE FROM events WHERE session = 1 AND seq = 1");
    with(drover -> assertThat(refused(() -> drover.queries().snapshot(BAD)).seq()).isEqualTo(1));
  }
}
