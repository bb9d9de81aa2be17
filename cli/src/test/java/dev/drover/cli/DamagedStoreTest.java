package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A store that is damaged in part, or was written by a later version: the damage is found and
/// named, and the rest remains usable.
@Tag("J1")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DamagedStoreTest {
  private static final String NEWER =
      "{\"session\":\"a\",\"seq\":5,\"at\":\"2026-01-01T00:00:00Z\",\"type\":\"moon_landed\",\"v\":1}";

  @TempDir Path place;
  private CliFixture cli;
  private Path store;

  /// Session a is over, b waits for an answer.
  @BeforeEach
  void twoSessions() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK).write("w.yaml", CliScripts.WRITE);
    assertThat(run("s.yaml", "a").exit()).isZero();
    assertThat(run("w.yaml", "b").exit()).isEqualTo(3);
    store = cli.folder().resolve(".drover/drover.db");
  }

  private CliFixture.Result run(String script, String session) {
    return cli.call("run", "--script", script, "--session", session, "look");
  }

  private void change(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isEqualTo(1);
    }
  }

  private void damage(String session, int seq, String body) throws SQLException {
    change(
        "UPDATE events SET body = CAST('%s' AS BLOB) WHERE seq = %d AND session = (SELECT ordinal FROM sessions WHERE id = '%s')"
            .formatted(body, seq, session));
  }

  @Test
  void aListShowsTheDamagedSessionAsDamaged() throws SQLException {
    damage("a", 5, "{\"session\":");
    var listed = cli.call("sessions", "--json");
    assertThat(listed.exit()).isZero();
    assertThat(listed.json())
        .extracting(line -> line.get("session").asString() + " " + line.get("status").asString())
        .containsExactly("a damaged", "b waiting");
    damage("a", 5, NEWER);
    assertThat(cli.call("sessions", "--json").json().getFirst().get("status").asString())
        .isEqualTo("newer");
  }

  @Test
  void aListOfRunsShowsAnUnreadableRun() throws SQLException {
    damage("b", 4, "?");
    var listed = cli.call("runs", "b", "--json");
    assertThat(listed.exit()).as(listed.err()).isZero();
    assertThat(listed.json().getFirst().get("status").asString()).isEqualTo("damaged");
    assertThat(listed.json().getFirst().get("waiting_for").asString())
        .isEqualTo("a repair of its journal (event 4 cannot be read)");
    assertThat(cli.call("sessions", "--json").json().getLast().get("status").asString())
        .isEqualTo("damaged");
    assertThat(cli.call("approvals").exit()).isZero();
  }

  @Test
  void readableEventsArePrintedBeforeTheProblem() throws SQLException {
    var whole = cli.call("events", "a", "--json").out().lines().toList();
    damage("a", 5, "?");
    for (var command : new String[] {"events", "export"}) {
      var printed = cli.call(command, "a", "--json");
      assertThat(printed.out().lines()).containsExactlyElementsOf(whole.subList(0, 4));
      assertThat(printed.exit()).isEqualTo(1);
      assertThat(printed.err())
          .contains("journal_unreadable", "session a", "event 5", "drover events a --after 5");
    }
    assertThat(cli.call("events", "a", "--json", "--after", "5").out().lines())
        .containsExactlyElementsOf(whole.subList(5, whole.size()));
  }

  @Test
  void theProblemNamesARemedy() throws SQLException {
    damage("a", 5, "?");
    var shown = cli.call("show", "a");
    assertThat(shown.exit()).isEqualTo(1);
    assertThat(shown.err())
        .startsWith("journal_unreadable: session a cannot be read from event 5 on: ")
        .contains("'drover export a' prints events 1 to 4")
        .doesNotContain("UnreadableEvent");
    assertThat(shown.out()).contains("session a");
    damage("a", 5, NEWER);
    assertThat(cli.call("show", "a").err()).contains("Update drover");
    assertThat(cli.call("cost", "a").err()).startsWith("journal_unreadable: ");
    assertThat(cli.call("replay", "a").err()).startsWith("journal_unreadable: ");
    assertThat(run("s.yaml", "a").err()).startsWith("journal_unreadable: ");
  }

  @Test
  void otherSessionsContinue() throws SQLException {
    damage("a", 5, "?");
    assertThat(cli.call("approve", "b.e2").exit()).isZero();
    assertThat(cli.call("resume", "b", "--script", "w.yaml").exit()).isZero();
    assertThat(run("s.yaml", "c").exit()).isZero();
  }

  private String storeFinding() {
    return cli.call("doctor", "--json").json().stream()
        .filter(line -> line.get("check").asString().equals("store"))
        .map(line -> line.get("health").asString() + ": " + line.get("detail").asString())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theDoctorReportsHowMuchItHasChecked() {
    assertThat(storeFinding())
        .startsWith("ok: SQLite file ")
        .endsWith(", 2 sessions; checked: tables, 0 of 0 contents, events of 2 of 2 sessions");
  }

  @Test
  void theDoctorFindsADamagedEvent() throws SQLException {
    damage("a", 5, "?");
    assertThat(storeFinding()).startsWith("bad: ").contains("session a", "event 5");
    assertThat(cli.call("doctor").exit()).isEqualTo(1);
  }

  @Test
  void theDoctorFindsABlobThatDoesNotMatchItsDigest() throws SQLException {
    change("INSERT INTO blobs (digest, content) VALUES ('%s', x'00')".formatted("ab".repeat(32)));
    assertThat(storeFinding()).startsWith("bad: ").contains("content abab");
  }

  @Test
  void theDoctorFindsADamagedTable() throws IOException {
    try (var file = FileChannel.open(store, StandardOpenOption.WRITE)) {
      for (long at = 2 * 4096; at < file.size(); at += 4096) {
        file.write(ByteBuffer.wrap("damaged!".repeat(40).getBytes(StandardCharsets.UTF_8)), at);
      }
    }
    var finding = storeFinding();
    assertThat(finding).startsWith("bad: ");
    assertThat(cli.call("doctor").exit()).isEqualTo(1);
  }
}
