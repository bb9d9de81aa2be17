package dev.drover.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// One real server for all tests of this module, on loopback; it is stopped with the JVM.
///
/// The server does not wait for the disk: no test here stops the machine, and thousands of commits
/// would wait for a disk that other builds use as well. Commits are durable for a killed process as
/// they always are, and `runtime-tests` kills a server that does wait.
final class TestServer {
  private static final EmbeddedPostgres SERVER = start();

  /// A store that is never written to: it has the rows that a new store begins with.
  private static final String UNUSED = "unused";

  private static final Set<String> SCHEMAS = ConcurrentHashMap.newKeySet();
  private static final Map<Path, String> PREPARED = new ConcurrentHashMap<>();
  private static final ConcurrentLinkedQueue<String> FREE = new ConcurrentLinkedQueue<>();

  /// Removes what a test has stored. Schemas of tests that create tables themselves are dropped;
  /// the files of hundreds of schemas would take long to delete when the server is stopped. Others
  /// are emptied and used again: creating and dropping the tables takes longer than most tests.
  static final class SchemaCleanup implements AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext context) {
      for (var schema : List.copyOf(SCHEMAS)) {
        execute("DROP SCHEMA IF EXISTS %s CASCADE".formatted(schema));
        SCHEMAS.remove(schema);
      }
      for (var used : Map.copyOf(PREPARED).entrySet()) {
        empty(used.getValue());
        PREPARED.remove(used.getKey());
        FREE.add(used.getValue());
      }
    }
  }

  private TestServer() {}

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.builder()
          .setServerConfig("fsync", "off")
          .setServerConfig("full_page_writes", "off")
          .setServerConfig("synchronous_commit", "on")
          .setServerConfig("max_connections", "200")
          .start();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  static int port() {
    return SERVER.getPort();
  }

  static String address() {
    return "postgresql://postgres@localhost:%d/postgres".formatted(port());
  }

  /// The address of a store that belongs to this folder, and that does not exist yet.
  static String address(Path folder) {
    var schema = "t" + HexFormat.of().toHexDigits(folder.toString().hashCode());
    SCHEMAS.add(schema);
    return address() + "?schema=" + schema;
  }

  /// The address of the store that belongs to this folder. Its tables exist, and are as new.
  static String preparedAddress(Path folder) {
    return inSchema(PREPARED.computeIfAbsent(folder, any -> prepared()));
  }

  private static String inSchema(String schema) {
    return address() + "?schema=" + schema;
  }

  private static synchronized String prepared() {
    var free = FREE.poll();
    if (free != null) {
      return free;
    }
    PostgresStore.connect(inSchema(UNUSED)).close();
    var fresh = "p" + (PREPARED.size() + 1);
    PostgresStore.connect(inSchema(fresh)).close();
    return fresh;
  }

  /// Deletes rows instead of truncating tables: there are few, and no file has to be created.
  private static void empty(String schema) {
    execute(
        """
        DO $$
        DECLARE name text;
        BEGIN
          FOR name IN SELECT relname FROM pg_class
            WHERE relnamespace = '%1$s'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
          LOOP
            EXECUTE format('DELETE FROM %1$s.%%I', name);
            EXECUTE format('INSERT INTO %1$s.%%I OVERRIDING SYSTEM VALUE SELECT * FROM %2$s.%%I', name, name);
          END LOOP;
          PERFORM setval(oid, 1, false) FROM pg_class
            WHERE relnamespace = '%1$s'::regnamespace AND relkind = 'S';
        END $$\
        """
            .formatted(schema, UNUSED));
  }

  static void execute(String sql) {
    try (var connection = SERVER.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException broken) {
      throw new IllegalStateException(broken);
    }
  }
}
