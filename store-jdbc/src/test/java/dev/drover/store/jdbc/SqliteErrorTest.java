package dev.drover.store.jdbc;

import static dev.drover.store.jdbc.StoreShortcuts.SESSION;
import static dev.drover.store.jdbc.StoreShortcuts.append;
import static dev.drover.store.jdbc.StoreShortcuts.bodies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.drover.spi.PortException;
import dev.drover.spi.store.Store;
import dev.drover.store.sql.SqlStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Failures of a file: each has its code, and loses nothing that was confirmed.
class SqliteErrorTest {
  private static final int PAGE = 4096;
  private static final String LARGE = "x".repeat(2000);

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void nameFile() {
    file = folder.resolve("drover.db");
  }

  @Test
  void aStoreAtItsSizeLimitReportsItAndLosesNothing() {
    List<String> confirmed;
    try (var store = SqliteStore.open(file, SqliteSettings.DEFAULT.withMaxPages(60))) {
      confirmed = fill(store);
      assertThat(confirmed).hasSizeGreaterThan(10);
      assertThat(bodies(store, SESSION)).isEqualTo(confirmed);
    }
    try (var store = SqliteStore.open(file)) {
      assertThat(bodies(store, SESSION)).isEqualTo(confirmed);
      append(store, SESSION, confirmed.size(), "again");
      confirmed.add("again");
      assertThat(bodies(store, SESSION)).isEqualTo(confirmed);
    }
  }

  @Test
  void aFullStoreRecoversWhenThereIsSpaceAgain() throws Exception {
    var settings = SqliteSettings.DEFAULT.withMaxPages(60);
    var dialect = new SqliteDialect(file, settings, new SqliteProblems(file, settings.lockWait()));
    var database = SqliteStore.database(file, settings, dialect);
    try (var store = new SqlStore(dialect, database)) {
      var confirmed = fill(store);
      database.write(link -> link.first("PRAGMA max_page_count = 1000", row -> row.getLong(1)));
      append(store, SESSION, confirmed.size(), "again");
      confirmed.add("again");
      assertThat(bodies(store, SESSION)).isEqualTo(confirmed);
    }
  }

  /// Appends until the store is full, and returns the confirmed events.
  static List<String> fill(Store store) {
    var confirmed = new ArrayList<String>();
    var problem =
        catchThrowableOfType(
            PortException.class,
            () -> {
              while (true) {
                var body = confirmed.size() + LARGE;
                append(store, SESSION, confirmed.size(), body);
                confirmed.add(body);
              }
            });
    assertThat(problem.problem().code()).isEqualTo("store_full");
    return confirmed;
  }

  @Test
  void aStoreLockedByAnotherProcessIsReportedAfterABoundedWait() throws SQLException {
    try (var store =
            SqliteStore.open(file, SqliteSettings.DEFAULT.withLockWait(Duration.ofMillis(50)));
        var other = connect()) {
      append(store, SESSION, 0, "first");
      execute(other, "BEGIN IMMEDIATE");
      assertProblem("store_locked", () -> append(store, SESSION, 1, "refused"));
      assertThat(bodies(store, SESSION)).containsExactly("first");
      execute(other, "ROLLBACK");
      append(store, SESSION, 1, "second");
      assertThat(bodies(store, SESSION)).containsExactly("first", "second");
    }
  }

  @Test
  void aLockThatIsReleasedInTimeIsWaitedFor() throws Exception {
    try (var store = SqliteStore.open(file);
        var other = connect();
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      append(store, SESSION, 0, "first");
      execute(other, "BEGIN IMMEDIATE");
      var waiting = callers.submit(() -> append(store, SESSION, 1, "second"));
      // Readers are not blocked by a writer.
      assertThat(bodies(store, SESSION)).containsExactly("first");
      assertThat(waiting.isDone()).isFalse();
      execute(other, "ROLLBACK");
      waiting.get();
      assertThat(bodies(store, SESSION)).containsExactly("first", "second");
    }
  }

  @Test
  void aLockedStoreCannotBeOpenedEither() throws SQLException {
    SqliteStore.open(file).close();
    try (var other = connect()) {
      execute(other, "BEGIN IMMEDIATE");
      assertProblem(
          "store_locked",
          () -> SqliteStore.open(file, SqliteSettings.DEFAULT.withLockWait(Duration.ofMillis(50))));
    }
    SqliteStore.open(file).close();
  }

  @Test
  void aReadOnlyFileIsRefused() throws IOException {
    confirm("first");
    // A format that SQLite can read but must not write: the only restriction that also applies to
    // root.
    overwrite(18, (byte) 3);
    assertProblem("store_read_only", () -> SqliteStore.open(file));
    overwrite(18, (byte) 2);
    try (var store = SqliteStore.open(file)) {
      append(store, SESSION, 1, "second");
      assertThat(bodies(store, SESSION)).containsExactly("first", "second");
    }
  }

  @Test
  void aFileOrFolderWithoutWritePermissionIsReportedAsReadOnly() throws IOException {
    assumeFalse(System.getProperty("user.name").equals("root"), "nothing is forbidden to root");
    confirm("first");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assertProblem("store_read_only", () -> SqliteStore.open(file));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    assertProblem("store_read_only", () -> SqliteStore.open(folder.resolve("new.db")));
    assertProblem("store_read_only", () -> SqliteStore.open(folder.resolve("new/new.db")));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (var store = SqliteStore.open(file)) {
      assertThat(bodies(store, SESSION)).containsExactly("first");
    }
  }

  @Test
  void aFileThatIsNotADatabaseIsRefusedAndUnchanged() throws IOException {
    var text = "not a database, but long enough to be mistaken for one ".repeat(100);
    Files.writeString(file, text);
    assertProblem("store_corrupt", () -> SqliteStore.open(file));
    assertThat(file).hasContent(text);
  }

  @Test
  void aTruncatedFileIsRefused() throws IOException {
    confirmMany();
    try (var cut = new RandomAccessFile(file.toFile(), "rw")) {
      cut.setLength(cut.length() / 2);
    }
    assertProblem("store_corrupt", this::openAndRead);
  }

  @Test
  void anOverwrittenPageIsDetected() throws IOException {
    confirmMany();
    long pages = Files.size(file) / PAGE;
    for (long page = 1; page < pages; page++) {
      overwrite(page * PAGE, new byte[PAGE]);
    }
    assertProblem("store_corrupt", this::openAndRead);
  }

  private void openAndRead() {
    try (var store = SqliteStore.open(file)) {
      bodies(store, SESSION);
    }
  }

  @Test
  void aStoreOfALaterVersionIsRefusedAndUnchanged() throws Exception {
    confirm("first");
    try (var connection = connect()) {
      execute(connection, "PRAGMA user_version = 99");
    }
    var before = Files.readAllBytes(file);
    assertThatThrownBy(() -> SqliteStore.open(file))
        .isInstanceOfSatisfying(
            PortException.class,
            refused -> assertThat(refused.problem().code()).isEqualTo("store_version"))
        .hasMessageContaining("has version 99; this program knows versions up to 12");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void aDatabaseOfAnotherProgramIsRefusedAndUnchanged() throws Exception {
    try (var connection = connect()) {
      execute(connection, "CREATE TABLE recipes (name TEXT)");
    }
    var before = Files.readAllBytes(file);
    assertProblem("store_version", () -> SqliteStore.open(file));
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void aPathThatCannotBeAFileIsUnavailable() throws IOException {
    assertProblem("store_unavailable", () -> SqliteStore.open(folder));
    Files.writeString(file, "a file");
    assertProblem("store_unavailable", () -> SqliteStore.open(file.resolve("in-it.db")));
  }

  private void confirm(String body) {
    try (var store = SqliteStore.open(file)) {
      append(store, SESSION, 0, body);
    }
  }

  private void confirmMany() {
    try (var store = SqliteStore.open(file)) {
      for (int i = 0; i < 100; i++) {
        append(store, SESSION, i, LARGE);
      }
    }
  }

  private void overwrite(long position, byte... bytes) throws IOException {
    try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek(position);
      raw.write(bytes);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static void assertProblem(String code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            PortException.class, problem -> assertThat(problem.problem().code()).isEqualTo(code));
  }
}
