package dev.drover.store.jdbc;

import static dev.drover.store.jdbc.SqliteErrorTest.assertProblem;
import static dev.drover.store.jdbc.StoreShortcuts.SESSION;
import static dev.drover.store.jdbc.StoreShortcuts.append;
import static dev.drover.store.jdbc.StoreShortcuts.bodies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.spi.PortException;
import dev.drover.spi.store.Store.Access;
import dev.drover.store.sql.SchemaMigrations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A store that is opened for reading needs neither space nor write permission, and writes nothing.
@Tag("J4")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SqliteReadOnlyTest {
  private static final int NOBODY = 65_534;

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void nameFile() {
    file = folder.resolve("drover.db");
  }

  private static void makeStore(Path file) {
    try (var store = SqliteStore.open(file)) {
      append(store, SESSION, 0, "first");
    }
  }

  /// The state that a killed process leaves: the second event is only in the log.
  private Path makeCrashedStore(Path place, List<String> endings) throws IOException {
    makeStore(file);
    try (var store = SqliteStore.open(file)) {
      append(store, SESSION, 1, "second");
      assertThat(bodies(store, SESSION)).containsExactly("first", "second");
      for (var ending : endings) {
        Files.copy(Path.of(file + ending), place.resolve("crashed.db" + ending));
      }
    }
    return place.resolve("crashed.db");
  }

  private static List<String> read(Path file) {
    try (var store = SqliteStore.openReadOnly(file)) {
      return bodies(store, SESSION);
    }
  }

  private static Map<Path, String> contents(Path folder) throws IOException {
    var all = new TreeMap<Path, String>();
    try (var files = Files.list(folder)) {
      for (var each : files.toList()) {
        all.put(each, HexFormat.of().formatHex(Files.readAllBytes(each)));
      }
    }
    return all;
  }

  private static void fillUp(SmallDisk disk) throws IOException {
    try (var ballast = Files.newOutputStream(disk.path().resolve("ballast"))) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  ballast.write(new byte[4096]);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void writesAreRefused() {
    makeStore(file);
    try (var store = SqliteStore.openReadOnly(file)) {
      assertThat(store.access()).isEqualTo(Access.READ_ONLY);
      assertProblem("store_read_only", () -> append(store, SESSION, 1, "refused"));
      assertThat(bodies(store, SESSION)).containsExactly("first");
    }
  }

  @Test
  void aClosedStoreStaysOneFileWithTheSameBytes() throws IOException {
    makeStore(file);
    var before = contents(folder);
    assertThat(before).containsOnlyKeys(file);
    assertThat(read(file)).containsExactly("first");
    assertThat(contents(folder)).isEqualTo(before);
  }

  @Test
  void theLogOfACrashedProcessIsReadInPlace() throws IOException {
    var place = Files.createDirectory(folder.resolve("crashed"));
    var crashed = makeCrashedStore(place, List.of("", "-wal", "-shm"));
    var database = Files.readAllBytes(crashed);
    var log = Files.readAllBytes(Path.of(crashed + "-wal"));
    assertThat(read(crashed)).containsExactly("first", "second");
    assertThat(crashed).hasBinaryContent(database);
    assertThat(Path.of(crashed + "-wal")).hasBinaryContent(log);
  }

  @Test
  void concurrentWritesOfAnotherProcessAreVisible() throws Exception {
    try (var writer = SqliteStore.open(file)) {
      append(writer, SESSION, 0, "first");
      try (var store = SqliteStore.openReadOnly(file)) {
        var hinted = new CountDownLatch(1);
        try (var subscription = store.onForeignChange(_ -> hinted.countDown())) {
          assertThat(subscription).isNotNull();
          append(writer, SESSION, 1, "second");
          assertThat(hinted.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(bodies(store, SESSION)).containsExactly("first", "second");
      }
    }
  }

  @Test
  void aFullDiskCanBeRead() throws Exception {
    try (var disk = SmallDisk.mount(folder, "2m")) {
      makeStore(file);
      fillUp(disk);
      var before = contents(folder);
      assertThat(read(file)).containsExactly("first");
      assertThat(contents(folder).keySet()).isEqualTo(before.keySet());
    }
  }

  @Test
  void aFullDiskCanBeReadWhileItsWriterIsOpen() throws Exception {
    try (var disk = SmallDisk.mount(folder, "2m");
        var writer = SqliteStore.open(file)) {
      append(writer, SESSION, 0, "first");
      fillUp(disk);
      assertThat(read(file)).containsExactly("first");
    }
  }

  @Test
  void aReadOnlyDiskCanBeRead() throws Exception {
    try (var disk = SmallDisk.mount(folder, "4m")) {
      makeStore(file);
      disk.makeReadOnly();
      assertThat(read(file)).containsExactly("first");
    }
  }

  @Test
  void aMissingStoreIsNotCreated() {
    assertProblem("store_unavailable", () -> read(file));
    assertThat(folder).isEmptyDirectory();
    assertProblem("store_unavailable", () -> read(folder.resolve("none/drover.db")));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aLogOnAReadOnlyDiskIsReadOrTheReasonIsReported() throws Exception {
    var place = Files.createDirectory(folder.resolve("disk"));
    try (var disk = SmallDisk.mount(place, "4m")) {
      var crashed = makeCrashedStore(place, List.of("", "-wal", "-shm"));
      disk.makeReadOnly();
      assertThat(read(crashed)).containsExactly("first", "second");
      disk.makeWritable();
      Files.delete(Path.of(crashed + "-shm"));
      disk.makeReadOnly();
      assertThatThrownBy(() -> read(crashed))
          .hasMessageContaining("crashed.db-wal holds what was written last");
    }
  }

  @Test
  void anOlderStoreIsRefusedAndUnchanged() throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      for (var script : SqliteSchema.MIGRATIONS.subList(0, 2)) {
        for (var each : SchemaMigrations.statements(script)) {
          statement.execute(each);
        }
      }
      statement.execute("PRAGMA application_id = 1148350326");
      statement.execute("PRAGMA user_version = 2");
    }
    var before = contents(folder);
    assertProblem("store_outdated", () -> SqliteStore.openReadOnly(file));
    assertThat(contents(folder)).isEqualTo(before);
  }

  @Test
  void aNewerStoreAndAFileOfAnotherProgramAreRefused() throws SQLException {
    makeStore(file);
    execute(file, "PRAGMA user_version = 1000");
    assertProblem("store_version", () -> SqliteStore.openReadOnly(file));
    var other = folder.resolve("other.db");
    execute(other, "CREATE TABLE theirs (id)");
    assertProblem("store_version", () -> SqliteStore.openReadOnly(other));
  }

  private static void execute(Path file, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// Reads the store in the given file, in a process without the permissions of its owner.
  public static void main(String... args) {
    try {
      System.out.print(String.join(" ", read(Path.of(args[0]))));
    } catch (PortException refused) {
      System.out.print(refused.problem());
    }
  }

  /// As root without its privileges for the files of others: another user could not read the class
  /// path.
  private static String readAsAnotherUser(Path file) throws IOException {
    var process =
        new ProcessBuilder(
                "setpriv",
                "--bounding-set=-dac_override,-dac_read_search,-fowner,-chown",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SqliteReadOnlyTest.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void giveAway(Path path, String mode) throws IOException {
    Files.setAttribute(path, "unix:uid", NOBODY);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Test
  void anotherUserWithReadPermissionCanRead() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "there is no setpriv here");
    assumeTrue("root".equals(System.getProperty("user.name")), "only root becomes another user");
    makeStore(file);
    giveAway(folder, "rwxr-xr-x");
    giveAway(file, "rw-------");
    assertThat(readAsAnotherUser(file)).contains("store_unavailable", "may not read");
    giveAway(file, "rw-r--r--");
    var before = contents(folder);
    assertThat(readAsAnotherUser(file)).isEqualTo("first");
    assertThat(contents(folder)).isEqualTo(before);
    try (var writer = SqliteStore.open(file)) {
      append(writer, SESSION, 1, "second");
      for (var ending : List.of("", "-wal", "-shm")) {
        giveAway(Path.of(file + ending), "rw-r--r--");
      }
      assertThat(readAsAnotherUser(file)).isEqualTo("first second");
    }
  }
}
