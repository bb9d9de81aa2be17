package dev.drover.store.jdbc;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Sweep;
import dev.drover.spi.store.Sweep.Holding;
import dev.drover.spi.store.Sweep.Standing;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Artifacts as rows: who keeps what, and the pieces it is made of.
final class JdbcShelf implements Shelf {
  private static final int DROPPED_AT_ONCE = 64;

  /// Behind every name that has the same beginning.
  private static final String BEHIND_DIGITS = "g";

  private final Database database;

  JdbcShelf(Database database) {
    this.database = database;
  }

  @Override
  public Parcel begin(SessionId session, Instant at) {
    return new JdbcParcel(this, database, session, at);
  }

  @Override
  public Optional<Kept> find(SessionId session, String name) {
    var found =
        database.read(
            link ->
                link.all(
                    """
                    SELECT a.ordinal, c.digest, c.bytes, a.kept_at, a.pinned FROM sessions s
                    JOIN artifacts a ON a.session = s.ordinal JOIN contents c ON c.ordinal = a.content
                    WHERE s.id = ? AND c.digest >= ? AND c.digest < ? LIMIT 2\
                    """,
                    JdbcShelf::kept,
                    session.value(),
                    name,
                    name + BEHIND_DIGITS));
    return Shelf.isName(name) && found.size() == 1
        ? Optional.of(found.getFirst())
        : Optional.empty();
  }

  private record Size(long content, long bytes) {}

  @Override
  public Optional<Bytes> read(SessionId session, BlobId name, long offset, int length) {
    return database.read(
        link -> {
          var size =
              link.first(
                  """
                  SELECT c.ordinal, c.bytes FROM sessions s
                  JOIN artifacts a ON a.session = s.ordinal JOIN contents c ON c.ordinal = a.content
                  WHERE s.id = ? AND c.digest = ?\
                  """,
                  row -> new Size(row.getLong(1), row.getLong(2)),
                  session.value(),
                  name.sha256());
          if (size.isEmpty()) {
            return Optional.empty();
          }
          var found = size.get();
          return Optional.of(
              ContentTable.range(link, found.content(), found.bytes(), offset, length));
        });
  }

  @Override
  public List<Kept> list(SessionId session, long after, int limit) {
    return database.read(
        link ->
            link.all(
                """
                SELECT a.ordinal, c.digest, c.bytes, a.kept_at, a.pinned FROM sessions s
                JOIN artifacts a ON a.session = s.ordinal JOIN contents c ON c.ordinal = a.content
                WHERE s.id = ? AND a.ordinal > ? ORDER BY a.ordinal LIMIT ?\
                """,
                JdbcShelf::kept,
                session.value(),
                after,
                limit));
  }

  /// Part of the write that finishes a parcel.
  static Kept keep(Link link, long session, long content, Instant at) throws SQLException {
    link.update(
        """
        INSERT INTO artifacts (session, content, kept_at, pinned) VALUES (?, ?, ?, 0)
        ON CONFLICT (session, content) DO UPDATE SET kept_at = excluded.kept_at\
        """,
        session,
        content,
        at.toString());
    return link.first(
            """
            SELECT a.ordinal, c.digest, c.bytes, a.kept_at, a.pinned FROM artifacts a
            JOIN contents c ON c.ordinal = a.content WHERE a.session = ? AND a.content = ?\
            """,
            JdbcShelf::kept,
            session,
            content)
        .orElseThrow();
  }

  private static Kept kept(ResultSet row) throws SQLException {
    return new Kept(
        row.getLong(1),
        new BlobId(row.getString(2)),
        row.getLong(3),
        Instant.parse(row.getString(4)),
        row.getBoolean(5));
  }

  @Override
  public boolean pin(SessionId session, BlobId name) {
    return setPinned(session, name, 1);
  }

  @Override
  public boolean unpin(SessionId session, BlobId name) {
    return setPinned(session, name, 0);
  }

  private boolean setPinned(SessionId session, BlobId name, int pinned) {
    return database.write(
            link ->
                link.update(
                    """
                    UPDATE artifacts SET pinned = ?
                    WHERE session = (SELECT ordinal FROM sessions WHERE id = ?)
                      AND content = (SELECT ordinal FROM contents WHERE digest = ?)\
                    """,
                    pinned,
                    session.value(),
                    name.sha256()))
        > 0;
  }

  /// Judged on what was read, and written only where that is still so: whoever keeps or pins
  /// something meanwhile has it.
  @Override
  public Swept sweep(Sweep sweep) {
    var all = database.read(ContentTable::holdings);
    var judged = sweep.dropped(all);
    var dropped = new ArrayList<Holding>();
    for (int from = 0; from < judged.size(); from += DROPPED_AT_ONCE) {
      var some = judged.subList(from, Math.min(judged.size(), from + DROPPED_AT_ONCE));
      dropped.addAll(database.write(link -> giveUp(link, some)));
    }
    for (long refuse : database.read(ContentTable::refuse)) {
      clear(refuse);
    }
    long artifacts =
        dropped.stream().filter(holding -> holding.standing() != Standing.UNFINISHED).count();
    return new Swept((int) artifacts, Sweep.total(all) - Sweep.total(dropped));
  }

  private static List<Holding> giveUp(Link link, List<Holding> judged) throws SQLException {
    var done = new ArrayList<Holding>();
    for (var holding : judged) {
      if (ContentTable.giveUp(link, holding)) {
        done.add(holding);
      }
    }
    return done;
  }

  /// Takes content away that nobody can see any more. If this is cut short, the next sweep goes on.
  void clear(long content) {
    boolean done = false;
    while (!done) {
      done = database.write(link -> ContentTable.clear(link, content));
    }
  }
}
