package dev.drover.store.postgres;

import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SchemaMigrations;
import java.sql.SQLException;
import java.util.List;

/// The tables of a store and their version. Each migration runs once, whichever process comes
/// first: the others wait for its transaction.
record PostgresSchema(PostgresDialect dialect) {
  private static final List<String> MIGRATIONS =
      SchemaMigrations.in(name -> PostgresSchema.class.getResourceAsStream("schema/" + name));

  private static final int OLDEST_SERVER = 14;

  /// "Drov", for the lock that migrations hold.
  private static final long LOCK = 0x44726f76;

  static int version() {
    return MIGRATIONS.size();
  }

  void requireCurrent(PreparedConnection link) throws SQLException {
    int found = found(link);
    if (found == 0) {
      throw dialect.problems().missing();
    }
    if (found != version()) {
      throw dialect.problems().version(found, version());
    }
  }

  /// For people.
  String describe(PreparedConnection link) throws SQLException {
    int found = found(link);
    return found == 0
        ? "no tables yet in schema %s; the first run makes them".formatted(dialect.url().schema())
        : "tables of version %d in schema %s".formatted(found, dialect.url().schema());
  }

  void bringUpToDate(PreparedConnection link) throws SQLException {
    requireServer(link);
    if (found(link) != version()) {
      link.connection().rollback();
      migrate(link);
    }
    link.connection().commit();
  }

  private void requireServer(PreparedConnection link) throws SQLException {
    var metadata = link.connection().getMetaData();
    if (metadata.getDatabaseMajorVersion() < OLDEST_SERVER) {
      throw dialect.problems().oldServer(metadata.getDatabaseProductVersion());
    }
  }

  private void migrate(PreparedConnection link) throws SQLException {
    var schema = dialect.url().schema();
    link.first("SELECT pg_advisory_xact_lock(?, hashtext(?))", row -> true, (int) LOCK, schema);
    int found = found(link);
    if (found > version()) {
      throw dialect.problems().version(found, version());
    }
    if (found == version()) {
      return;
    }
    if (!exists(link, "SELECT 1 FROM pg_namespace WHERE nspname = ?", schema)) {
      link.executeOnce("CREATE SCHEMA " + schema);
    }
    // For this transaction: the schema was not there when the connection was made.
    link.executeOnce("SET LOCAL search_path TO " + schema);
    if (found == 0) {
      if (exists(link, "SELECT 1 FROM pg_tables WHERE schemaname = ? LIMIT 1", schema)) {
        throw dialect.problems().foreign();
      }
      link.executeOnce("CREATE TABLE store_version (version integer NOT NULL)");
      link.executeOnce("INSERT INTO store_version (version) VALUES (0)");
    }
    for (var script : MIGRATIONS.subList(found, version())) {
      link.executeOnce(script);
    }
    link.executeOnce("UPDATE store_version SET version = " + version());
  }

  /// @return 0 if there is no store
  private int found(PreparedConnection link) throws SQLException {
    var schema = dialect.url().schema();
    if (!exists(link, "SELECT 1 WHERE to_regclass(?) IS NOT NULL", schema + ".store_version")) {
      return 0;
    }
    return link.first(
            "SELECT version FROM %s.store_version".formatted(schema), row -> (int) row.getLong(1))
        .orElse(0);
  }

  private static boolean exists(PreparedConnection link, String sql, String name)
      throws SQLException {
    return link.first(sql, row -> true, name).isPresent();
  }
}
