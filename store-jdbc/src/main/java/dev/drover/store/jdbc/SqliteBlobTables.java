package dev.drover.store.jdbc;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs.BlobReferences;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.store.sql.BlobTables;
import dev.drover.store.sql.DatabaseAccess;
import dev.drover.store.sql.PreparedConnection;
import java.sql.SQLException;
import java.util.List;

/// References are not recorded by appends, which would all pay for it: they are searched for when a
/// sweep needs them. Only the names in trimmed events are kept.
final class SqliteBlobTables implements BlobTables {
  private static final int PAGE = 500;

  @Override
  public void put(PreparedConnection link, BlobId name, Bytes content, long until)
      throws SQLException {
    link.update(
        "INSERT INTO blobs (digest, content) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
        name.sha256(),
        content.array());
    link.update(
        """
        INSERT INTO reserved (digest, until) VALUES (?, ?)
        ON CONFLICT (digest) DO UPDATE SET until = excluded.until
        WHERE excluded.until > reserved.until\
        """,
        name.sha256(),
        until);
  }

  @Override
  public String dropping() {
    return """
    DELETE FROM blobs WHERE digest = ?
      AND NOT EXISTS (SELECT 1 FROM reserved r WHERE r.digest = blobs.digest AND r.until > ?)\
    """;
  }

  @Override
  public String reservations() {
    return "reserved";
  }

  @Override
  public void forgetReservations(PreparedConnection link, long now) throws SQLException {
    link.update("DELETE FROM reserved WHERE until <= ?", now);
  }

  @Override
  public String isDeflated() {
    return "substr(content, 1, 1) = x'78'";
  }

  @Override
  public String number() {
    return "rowid";
  }

  @Override
  public void addReferences(PreparedConnection link, SessionId session, Bytes bytes) {
    // Found when they are needed.
  }

  @Override
  public void keepReferences(PreparedConnection link, long session, EventRange dropped)
      throws SQLException {
    var named =
        link.all(
            "SELECT body FROM events WHERE session = ? AND seq BETWEEN ? AND ?",
            row -> BlobReferences.in(Bytes.of(row.getBytes(1))),
            session,
            dropped.from(),
            dropped.to());
    for (var names : named) {
      for (var name : names) {
        link.update(
            "INSERT INTO outlived (session, digest) VALUES (?, ?) ON CONFLICT DO NOTHING",
            session,
            name.sha256());
      }
    }
  }

  @Override
  public void forgetReferences(PreparedConnection link, long session) throws SQLException {
    link.update("DELETE FROM outlived WHERE session = ?", session);
  }

  /// Page by page while others write. Inputs are read before events and trimmed names after them,
  /// because names move in that order.
  @Override
  public void findReferences(DatabaseAccess database, BlobReferences references) {
    readRows(
        database,
        """
        SELECT ordinal, body FROM inbox WHERE ordinal > ? AND body IS NOT NULL
        ORDER BY ordinal LIMIT ?\
        """,
        references);
    readRows(
        database,
        """
        SELECT ordinal, COALESCE(preview_blob, '') || ' ' || COALESCE(arguments_blob, '')
        FROM approvals WHERE ordinal > ? ORDER BY ordinal LIMIT ?\
        """,
        references);
    readRows(
        database,
        "SELECT ordinal, body FROM events WHERE ordinal > ? ORDER BY ordinal LIMIT ?",
        references);
    readRows(
        database,
        "SELECT session, state FROM snapshots WHERE session > ? ORDER BY session LIMIT ?",
        references);
    database
        .read(link -> link.all("SELECT digest FROM outlived", row -> new BlobId(row.getString(1))))
        .forEach(references::add);
  }

  private record Row(long ordinal, List<BlobId> names) {}

  private static void readRows(DatabaseAccess database, String sql, BlobReferences references) {
    long after = 0;
    while (true) {
      long last = after;
      var page =
          database.read(
              link ->
                  link.all(
                      sql,
                      row -> new Row(row.getLong(1), BlobReferences.in(Bytes.of(row.getBytes(2)))),
                      last,
                      PAGE));
      if (page.isEmpty()) {
        return;
      }
      page.forEach(row -> row.names().forEach(references::add));
      after = page.getLast().ordinal();
    }
  }

  /// The file is swept by whichever process comes first; a second sweep finds nothing.
  @Override
  public boolean beginSweep(DatabaseAccess database) {
    return true;
  }

  @Override
  public void endSweep(DatabaseAccess database) {
    // Nothing was claimed.
  }
}
