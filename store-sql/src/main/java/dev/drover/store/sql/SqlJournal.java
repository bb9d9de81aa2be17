package dev.drover.store.sql;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.spi.store.WriteRefused.AppendToDeletedSession;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import dev.drover.spi.store.WriteRefused.DeleteBlockedByForks;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Events in the order in which they were written, across sessions; an index finds those of one
/// session. So appends of many sessions together fill few pages.
final class SqlJournal implements Journal {
  /// A run whose events are all gone begins after its end.
  private static final String RUNS_BEGIN_AT_WHAT_IS_LEFT =
      """
      UPDATE runs SET first_seq = COALESCE(
        (SELECT MIN(e.seq) FROM events e WHERE e.session = runs.session
           AND e.seq BETWEEN runs.first_seq AND runs.last_seq),
        last_seq + 1)
      WHERE session = ? AND first_seq <= ? AND last_seq >= ?
      """;

  private final DatabaseAccess database;
  private final SqlTables tables;
  private final SqlForks forks;
  private final AppendRows rows;
  private final SqlArtifactStore shelf;

  SqlJournal(DatabaseAccess database, SqlTables tables, SqlArtifactStore shelf) {
    this.database = database;
    this.tables = tables;
    this.forks = new SqlForks(tables);
    this.rows = new AppendRows(tables);
    this.shelf = shelf;
  }

  @Override
  public void append(Journal.Append append) {
    encode(append);
    long tail = database.append(append, rows);
    if (tail == AppendRows.DELETED) {
      throw new AppendToDeletedSession(append.session());
    }
    if (tail != AppendRows.WRITTEN) {
      throw append.fork().isPresent()
          ? new AppendConflict(append.session(), append.after(), tail)
          : AppendConflict.of(append.session(), append.after(), tail);
    }
  }

  /// In the caller's thread: one thread writes for all callers, and must not encode for them too.
  private static void encode(Journal.Append append) {
    for (var entry : append.entries()) {
      entry.bytes();
    }
    append.successor().ifPresent(SqlJournal::encode);
  }

  @Override
  public Optional<Slice> read(SessionId session, long after, int limit) {
    return database.read(
        link -> {
          var found = SessionTable.find(link, session);
          return found.isEmpty()
              ? Optional.empty()
              : Optional.of(slice(link, found.get(), after, limit));
        });
  }

  private Slice slice(PreparedConnection link, SessionTable.Place place, long after, int limit)
      throws SQLException {
    if (place.shared() > 0) {
      return sliceOfFork(link, place, after, limit);
    }
    var entries = own(link, place, after, limit);
    long first =
        link.first(
                "SELECT seq FROM events WHERE session = ? ORDER BY seq LIMIT 1",
                row -> row.getLong(1),
                place.ordinal())
            .orElse(place.length() + 1);
    return new Slice(entries, first, place.length());
  }

  private static List<Journal.Entry> own(
      PreparedConnection link, SessionTable.Place place, long after, int limit)
      throws SQLException {
    return link.all(
        "SELECT seq, body FROM events WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?",
        row -> new Journal.Entry(row.getLong(1), bytes(row.getBytes(2))),
        place.ordinal(),
        after,
        limit);
  }

  private Slice sliceOfFork(
      PreparedConnection link, SessionTable.Place place, long after, int limit)
      throws SQLException {
    var entries =
        after < place.shared()
            ? forks.read(link, place, after, limit)
            : own(link, place, after, limit);
    var oldest = forks.read(link, place, 0, 1);
    long first = oldest.isEmpty() ? place.length() + 1 : oldest.getFirst().seq();
    return new Slice(entries, first, place.length(), place.shared());
  }

  @Override
  public Optional<Snapshot> snapshot(SessionId session) {
    return database.read(
        link ->
            link.first(
                """
                SELECT s.seq, s.state FROM snapshots s
                JOIN sessions o ON o.ordinal = s.session WHERE o.id = ?\
                """,
                row -> new Snapshot(row.getLong(1), bytes(row.getBytes(2))),
                session.value()));
  }

  @Override
  public long trim(SessionId session, Snapshot snapshot, List<EventRange> dropped) {
    Journal.requireCovered(snapshot, dropped);
    return database.write(
        WriteLocks.session(session),
        link -> {
          var place =
              SessionTable.find(link, session)
                  .orElseThrow(() -> new ContradictoryWrite(session, "it does not exist"));
          if (snapshot.seq() > place.length()) {
            throw new ContradictoryWrite(
                session,
                "a snapshot of event %d is ahead of event %d"
                    .formatted(snapshot.seq(), place.length()));
          }
          save(link, place.ordinal(), snapshot);
          tables.blobs().addReferences(link, session, snapshot.state());
          return drop(link, place.ordinal(), dropped);
        });
  }

  private static void save(PreparedConnection link, long session, Snapshot snapshot)
      throws SQLException {
    link.update(
        """
        INSERT INTO snapshots (session, seq, state) VALUES (?, ?, ?)
        ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, state = excluded.state
        WHERE excluded.seq >= snapshots.seq\
        """,
        session,
        snapshot.seq(),
        snapshot.state().array());
  }

  private long drop(PreparedConnection link, long session, List<EventRange> dropped)
      throws SQLException {
    long count = 0;
    for (var stretch : Journal.unshared(dropped, SqlForks.sharedByForks(link, session))) {
      tables.blobs().keepReferences(link, session, stretch);
      count +=
          link.update(
              "DELETE FROM events WHERE session = ? AND seq BETWEEN ? AND ?",
              session,
              stretch.from(),
              stretch.to());
      link.update(RUNS_BEGIN_AT_WHAT_IS_LEFT, session, stretch.to(), stretch.from());
    }
    return count;
  }

  @Override
  public void delete(SessionId session, long after) {
    var refuse =
        database.write(
            WriteLocks.session(session).withContent(),
            link -> SqlSessionDelete.of(link, tables, session, after));
    if (refuse.isEmpty()) {
      throw database.<RuntimeException>read(link -> whyNot(link, session, after));
    }
    refuse.get().forEach(shelf::clear);
    database.write(PreparedConnection::resetAfterUse);
  }

  private static RuntimeException whyNot(PreparedConnection link, SessionId session, long after)
      throws SQLException {
    if (SessionTable.isDeleted(link, session)) {
      return new AppendToDeletedSession(session);
    }
    if (SqlForks.hasForks(link, session)) {
      return new DeleteBlockedByForks(session);
    }
    var tail = SessionTable.tail(link, session);
    return tail.isPresent()
        ? new AppendConflict(session, after, tail.get())
        : new ContradictoryWrite(session, "it does not exist");
  }

  @Override
  public boolean isDeleted(SessionId session) {
    return database.read(link -> SessionTable.isDeleted(link, session));
  }

  private static Bytes bytes(byte[] array) {
    return Bytes.of(array);
  }
}
