package dev.drover.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// One real server for all tests of this module, on loopback and with fsync; it is stopped with the
/// JVM. Each test has a schema of its own, which is faster to make than a database.
final class TestServer {
  private static final EmbeddedPostgres SERVER = start();
  private static final Set<String> SCHEMAS = ConcurrentHashMap.newKeySet();

  /// Drops the schemas of a test after it. The files of hundreds of schemas would take long to
  /// delete when the server is stopped.
  static final class SchemaCleanup implements AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext context) {
      for (var schema : List.copyOf(SCHEMAS)) {
        execute("DROP SCHEMA IF EXISTS %s CASCADE".formatted(schema));
        SCHEMAS.remove(schema);
      }
    }
  }

  private TestServer() {}

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.builder()
          .setServerConfig("fsync", "on")
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

  /// The address of the store that belongs to this folder.
  static String address(Path folder) {
    var schema = "t" + HexFormat.of().toHexDigits(folder.toString().hashCode());
    SCHEMAS.add(schema);
    return address() + "?schema=" + schema;
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
