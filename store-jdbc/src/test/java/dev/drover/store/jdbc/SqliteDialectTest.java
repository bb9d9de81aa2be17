package dev.drover.store.jdbc;

import static dev.drover.store.jdbc.StoreShortcuts.SESSION;
import static dev.drover.store.jdbc.StoreShortcuts.append;
import static dev.drover.store.jdbc.StoreShortcuts.bodies;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.store.StoreProvider;
import dev.drover.store.sql.DatabaseAccess;
import dev.drover.store.sql.SqlStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteDialectTest {
  private static final SqliteSettings SETTINGS = SqliteSettings.DEFAULT;

  @TempDir Path folder;

  private SqliteDialect dialect(Path file) {
    return new SqliteDialect(file, SETTINGS, new SqliteProblems(file, SETTINGS.lockWait()));
  }

  @Test
  void everyCommitIsForcedToTheDisk() throws Exception {
    var file = folder.resolve("drover.db");
    var dialect = dialect(file);
    try (var database = SqliteStore.database(file, SETTINGS, dialect)) {
      assertThat(pragma(database, "journal_mode")).contains("wal");
      assertThat(pragma(database, "synchronous")).contains("2");
      assertThat(pragma(database, "fullfsync")).contains("1");
      assertThat(pragma(database, "wal_autocheckpoint")).contains("10000");
    }
  }

  private static Optional<String> pragma(DatabaseAccess database, String name) {
    return database.write(link -> link.first("PRAGMA " + name, row -> row.getString(1)));
  }

  @Test
  void onlyWritesOfOthersChangeTheVersion() throws Exception {
    var file = folder.resolve("drover.db");
    var dialect = dialect(file);
    var database = SqliteStore.database(file, SETTINGS, dialect);
    try (var store = new SqlStore(dialect, database);
        var other = SqliteStore.open(file)) {
      append(store, SESSION, 0, "first");
      long before = database.write(dialect::foreignVersion);
      for (int i = 1; i < 20; i++) {
        append(store, SESSION, i, "mine");
        bodies(store, SESSION);
      }
      assertThat(database.<Long>write(dialect::foreignVersion)).isEqualTo(before);
      append(other, SESSION, 20, "theirs");
      assertThat(database.<Long>write(dialect::foreignVersion)).isNotEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"with space.db", "what?.db", "100%.db", "a#b.db", "ünïcode.db", "a&b=c"})
  void anyFileNameIsAccepted(String name) {
    var file = folder.resolve(name);
    try (var store = SqliteStore.open(file)) {
      append(store, SESSION, 0, "first");
    }
    assertThat(file).isRegularFile();
    try (var store = SqliteStore.open(file)) {
      assertThat(bodies(store, SESSION)).containsExactly("first");
    }
  }

  @Test
  void anInterruptedThreadMayOpenAStoreAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    var store = SqliteStore.open(folder.resolve("a/drover.db"));
    assertThat(Thread.interrupted()).isTrue();
    append(store, SESSION, 0, "first");
    Thread.currentThread().interrupt();
    store.close();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void missingFoldersAreCreated() {
    var file = folder.resolve("a/b/c/drover.db");
    try (var store = SqliteStore.open(file)) {
      append(store, SESSION, 0, "first");
    }
    assertThat(file).isRegularFile();
  }

  @Test
  void aClosedStoreIsOneFile() throws Exception {
    var file = folder.resolve("drover.db");
    try (var store = SqliteStore.open(file)) {
      append(store, SESSION, 0, "first");
      assertThat(bodies(store, SESSION)).containsExactly("first");
    }
    try (var files = Files.list(folder)) {
      assertThat(files.toList()).containsExactly(file);
    }
  }

  @Test
  void theDescriptionNamesTheFileAndTheVersion() {
    var file = folder.resolve("drover.db");
    try (var store = SqliteStore.open(file)) {
      assertThat(store.description()).isEqualTo("SQLite file " + file + ", schema 12");
    }
  }

  @Test
  void theProviderIsFoundAsTheEmbeddedStore() {
    var kinds = ServiceLoader.load(StoreProvider.class).stream().map(ServiceLoader.Provider::get);
    var embedded = kinds.filter(kind -> kind.kind().equals("embedded")).toList();
    assertThat(embedded).hasSize(1);
    try (var store = embedded.getFirst().open(folder.resolve("drover.db"))) {
      append(store, SESSION, 0, "first");
      assertThat(bodies(store, SESSION)).containsExactly("first");
    }
  }
}
