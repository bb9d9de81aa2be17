package dev.drover.store.sql;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Leases.OwnerId;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Processes at work. The holder of a session is in the session's own row.
final class SqlLeases implements Leases {
  private static final int FIRST = 1;

  private final DatabaseAccess database;
  private final SqlTables tables;

  SqlLeases(DatabaseAccess database, SqlTables tables) {
    this.database = database;
    this.tables = tables;
  }

  @Override
  public void renew(OwnerId owner, Duration length) {
    var statement =
        """
        INSERT INTO processes (owner, at_work_until) VALUES (?, %s)
        ON CONFLICT (owner) DO UPDATE SET at_work_until = excluded.at_work_until\
        """
            .formatted(tables.textOfTimeIn());
    database.writeQuietly(link -> link.update(statement, owner.value(), length.toMillis()));
  }

  @Override
  public void release(OwnerId owner) {
    database.write(
        link -> {
          link.update(tables.releasing("wake_at >= 0 AND owner = ?"), owner.value());
          return link.update("DELETE FROM processes WHERE owner = ?", owner.value());
        });
  }

  @Override
  public List<Lease> processes() {
    return database.read(
        link ->
            link.all(
                "SELECT %s FROM processes p".formatted(columns(tables)), row -> lease(row, FIRST)));
  }

  /// The columns of a lease in the table `p`, all null if there is none.
  static String columns(SqlTables tables) {
    return "p.owner, p.at_work_until, " + tables.millisUntil("p.at_work_until");
  }

  /// @param first the number of the first of its columns
  static Lease lease(SqlRow row, int first) throws SQLException {
    return new Lease(
        new OwnerId(row.getString(first)),
        Instant.parse(row.getString(first + 1)),
        Duration.ofMillis(row.getLong(first + 2)));
  }

  @Override
  public void expire(Lease gone, Instant at) {
    var owner = gone.owner().value();
    database.write(
        link -> {
          return remove(link, gone)
              ? link.update(
                  tables.releasing("wake_at > ? AND owner = ?"), WakeTimeColumn.millis(at), owner)
              : 0;
        });
  }

  /// Compared as times, because databases write fractions of a second in different ways.
  private static boolean remove(PreparedConnection link, Lease gone) throws SQLException {
    var owner = gone.owner().value();
    var until =
        link.first(
            "SELECT at_work_until FROM processes WHERE owner = ?", row -> row.getString(1), owner);
    return until.isPresent()
        && Instant.parse(until.get()).equals(gone.until())
        && link.update(
                "DELETE FROM processes WHERE owner = ? AND at_work_until = ?", owner, until.get())
            > 0;
  }

  @Override
  public List<WaitingSession> unattended(SessionSearch search, Instant now) {
    var selection =
        new SelectQuery(
                """
                SELECT s.ordinal, s.id, s.wake_at FROM sessions s
                LEFT JOIN processes p ON p.owner = s.owner\
                """)
            .where("s.wake_at <= ?", now.toEpochMilli())
            .where("p.owner IS NULL");
    return database.read(
        link -> WakeTimeColumn.page(selection, search, tables).all(link, SqlLeases::waiting));
  }

  private static WaitingSession waiting(SqlRow row) throws SQLException {
    return new WaitingSession(
        row.getLong(1), new SessionId(row.getString(2)), WakeTimeColumn.instant(row.getLong(3)));
  }

  @Override
  public Optional<OwnerId> lastWriter(SessionId session) {
    return database
        .read(
            link ->
                link.first(
                    "SELECT owner FROM sessions WHERE id = ?",
                    row -> row.getString(1),
                    session.value()))
        .filter(owner -> !owner.isEmpty())
        .map(OwnerId::new);
  }

  @Override
  public void releaseSession(OwnerId owner, SessionId session, long after) {
    database.write(
        link ->
            link.update(
                tables.releasing("id = ? AND owner = ? AND length = ?"),
                session.value(),
                owner.value(),
                after));
  }

  @Override
  public Optional<Lease> holder(SessionId session) {
    return database.read(
        link ->
            link.first(
                """
                SELECT %s FROM sessions s
                JOIN processes p ON p.owner = s.owner WHERE s.id = ?\
                """
                    .formatted(columns(tables)),
                row -> lease(row, FIRST),
                session.value()));
  }
}
