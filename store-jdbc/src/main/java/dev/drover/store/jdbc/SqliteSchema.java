package dev.drover.store.jdbc;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.PortException;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SchemaMigrations;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/// The schema version of a file. It is in the header of the file, together with a marker that
/// identifies stores.
///
/// @param file for messages
record SqliteSchema(Path file) {
  /// "Drov".
  private static final long APPLICATION_ID = 0x44726f76;

  static final List<String> MIGRATIONS =
      SchemaMigrations.in(name -> SqliteSchema.class.getResourceAsStream("sqlite/" + name));

  static int version() {
    return MIGRATIONS.size();
  }

  /// Throws unless this file is empty or a store in a known version. Changes nothing.
  void check(PreparedConnection link) throws SQLException {
    // One transaction: between several reads another process might create the tables.
    link.executeOnce("BEGIN");
    currentVersion(link);
    link.executeOnce("COMMIT");
  }

  /// As [#check], but also throws if the tables would have to be migrated first.
  void requireCurrent(PreparedConnection link) throws SQLException {
    link.executeOnce("BEGIN");
    int current = currentVersion(link);
    link.executeOnce("COMMIT");
    if (current < version()) {
      throw new PortException(
          new Problem(
              "store_outdated",
              "The store is older than this program",
              "%s has version %d, and this program reads version %d; it is brought up to date when it"
                      .formatted(file, current, version())
                  + " is opened for writing",
              "Open it once where it can be written and while no other process is writing, or use"
                  + " the version of Drover that wrote it."),
          null);
    }
  }

  /// Part of a write transaction: two processes may be opening the file at the same time.
  void bringUpToDate(PreparedConnection link) throws SQLException {
    int current = currentVersion(link);
    if (current == version()) {
      // Changes nothing, but fails if the file is read-only: better now than later.
      link.executeOnce("DELETE FROM processes WHERE 0");
      return;
    }
    for (var script : MIGRATIONS.subList(current, version())) {
      for (var statement : SchemaMigrations.statements(script)) {
        link.executeOnce(statement);
      }
    }
    link.executeOnce("PRAGMA application_id = " + APPLICATION_ID);
    link.executeOnce("PRAGMA user_version = " + version());
  }

  private int currentVersion(PreparedConnection link) throws SQLException {
    long application = number(link, "PRAGMA application_id");
    int version = (int) number(link, "PRAGMA user_version");
    if (application != APPLICATION_ID) {
      if (application == 0 && version == 0 && isEmpty(link)) {
        return 0;
      }
      throw new PortException(
          new Problem(
              "store_version",
              "This is not a store",
              "%s is a database of another program; it was left as it is".formatted(file),
              "Choose another file."),
          null);
    }
    if (version > version()) {
      throw new PortException(
          new Problem(
              "store_version",
              "The store is newer than this program",
              "%s has version %d; this program knows versions up to %d"
                  .formatted(file, version, version()),
              "Use the version of Drover that wrote it, or a later one. The file was left as it"
                  + " is."),
          null);
    }
    return version;
  }

  private static boolean isEmpty(PreparedConnection link) throws SQLException {
    return number(link, "SELECT count(*) FROM sqlite_master") == 0;
  }

  private static long number(PreparedConnection link, String sql) throws SQLException {
    return link.first(sql, row -> row.getLong(1)).orElse(0L);
  }
}
