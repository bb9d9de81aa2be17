package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands that only read work where nothing can be written, and write nothing.
@Tag("J4")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReadOnlyLookTest {
  private static final Duration SOON = Duration.ofSeconds(2);

  private static final List<List<String>> LOOKS =
      List.of(
          List.of("sessions"),
          List.of("runs", "b"),
          List.of("show", "b"),
          List.of("events", "b"),
          List.of("approvals"),
          List.of("approvals", "b.e2"),
          List.of("cost", "a"),
          List.of("export", "a"),
          List.of("diff", "r-1", "r-1"),
          List.of("replay", "a"),
          List.of("rules", "list"),
          List.of("policy", "explain", "bash(ls)"));

  @TempDir Path place;
  private CliFixture cli;
  private Path store;

  @BeforeEach
  void twoSessions() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK).write("w.yaml", CliScripts.WRITE);
    assertThat(run("s.yaml", "a")).isZero();
    assertThat(run("w.yaml", "b")).isEqualTo(3);
    store = cli.folder().resolve(".drover/drover.db");
  }

  private int run(String script, String session) {
    return cli.call("run", "--script", script, "--session", session, "look").exit();
  }

  private CliFixture.Result call(List<String> words) {
    return cli.call(words.toArray(String[]::new));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void aStalledWriterDoesNotBlockReaders() throws SQLException {
    var before = LOOKS.stream().map(this::call).toList();
    try (var writer = DriverManager.getConnection("jdbc:sqlite:" + store)) {
      execute(writer, "BEGIN IMMEDIATE");
      execute(writer, "DELETE FROM runs");
      for (int i = 0; i < LOOKS.size(); i++) {
        var words = LOOKS.get(i);
        long begun = System.nanoTime();
        var during = call(words);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).as("%s", words).isLessThan(SOON);
        assertThat(during).as("%s", words).isEqualTo(before.get(i));
        assertThat(during.exit()).as("%s: %s", words, during).isZero();
      }
      assertThat(cli.call("doctor").out()).contains(", 2 sessions; checked: tables, ");
      execute(writer, "ROLLBACK");
    }
  }

  /// All files in the folder, with their modes and times.
  private Map<Path, String> files() throws IOException {
    var all = new TreeMap<Path, String>();
    try (var found = Files.walk(cli.folder())) {
      for (var each : found.toList()) {
        all.put(
            each,
            "%s %s %s"
                .formatted(
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(each)),
                    Files.isDirectory(each) ? "" : Files.getLastModifiedTime(each),
                    Files.isDirectory(each)
                        ? ""
                        : HexFormat.of().formatHex(Files.readAllBytes(each))));
      }
    }
    return all;
  }

  @Test
  void readingLeavesEveryFileUnchanged() throws IOException {
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(store.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    var before = files();
    for (var words : LOOKS) {
      assertThat(call(words).exit()).as("%s", words).isZero();
      assertThat(files()).as("%s", words).isEqualTo(before);
    }
  }

  @Test
  void aStoreOfAnOlderVersionIsMigratedFirst() throws SQLException {
    var before = cli.call("sessions");
    try (var older = DriverManager.getConnection("jdbc:sqlite:" + store)) {
      execute(older, "DROP TABLE grants");
      execute(
          older,
          "CREATE TABLE granted (ordinal INTEGER PRIMARY KEY, tenant TEXT, rule TEXT,"
              + " granted_by TEXT, granted_at TEXT)");
      execute(older, "DROP INDEX sessions_to_wake");
      execute(older, "ALTER TABLE sessions DROP COLUMN wake_at");
      execute(older, "ALTER TABLE runs DROP COLUMN began_seq");
      execute(older, "PRAGMA user_version = 9");
    }
    assertThat(cli.call("sessions")).isEqualTo(before);
    assertThat(cli.call("rules").exit()).isZero();
  }
}
