package dev.drover.store.sql;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Catalog.SessionSearch;
import dev.drover.spi.store.Catalog.WaitingSession;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Leases.OwnerId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An item waits until it is consumed by an append (`seq`) or settled (`why`). Then its body is
/// dropped; its digest stays, which is enough to detect duplicates.
final class SqlInbox implements Inbox {
  /// Each session with the oldest of its items; the index has them in this order.
  private static final String WAITING =
      """
      SELECT s.ordinal, s.id, i.put_at FROM (
        SELECT session, MIN(ordinal) AS oldest FROM inbox
        WHERE seq IS NULL AND why IS NULL GROUP BY session) w
      JOIN sessions s ON s.ordinal = w.session
      JOIN inbox i ON i.ordinal = w.oldest
      """;

  private final DatabaseAccess database;
  private final SqlTables tables;

  SqlInbox(DatabaseAccess database, SqlTables tables) {
    this.database = database;
    this.tables = tables;
  }

  @Override
  public Receipt put(Item item, int bound) {
    var digest = Blobs.idOf(item.body()).sha256();
    return database.write(
        WriteLocks.session(item.session()),
        link -> {
          var place = SessionTable.find(link, item.session());
          return place.isEmpty()
              ? Receipt.NO_SUCH_SESSION
              : put(link, place.get().ordinal(), new NewItem(item, digest), bound);
        });
  }

  private record NewItem(Item item, String digest) {}

  private Receipt put(PreparedConnection link, long session, NewItem newItem, int bound)
      throws SQLException {
    var item = newItem.item();
    var known =
        link.first(
            "SELECT digest FROM inbox WHERE session = ? AND id = ?",
            row -> row.getString(1),
            session,
            item.id().value());
    if (known.isPresent()) {
      return known.get().equals(newItem.digest()) ? Receipt.DUPLICATE : Receipt.CONFLICT;
    }
    long waiting =
        link.first(
                "SELECT count(*) FROM inbox WHERE session = ? AND seq IS NULL AND why IS NULL",
                row -> row.getLong(1),
                session)
            .orElse(0L);
    if (waiting >= bound) {
      return Receipt.FULL;
    }
    link.update(
        "INSERT INTO inbox (session, id, put_at, digest, body) VALUES (?, ?, ?, ?, ?)",
        session,
        item.id().value(),
        item.at().toString(),
        newItem.digest(),
        item.body().array());
    tables.blobs().addReferences(link, item.session(), item.body());
    return Receipt.ACCEPTED;
  }

  /// Part of an append of another session. The same id twice is one item.
  static SqlChange sent(Item item) {
    return SqlChange.of(
        SqlChange.Kind.MESSAGE_SENT,
        """
        INSERT INTO inbox (session, id, put_at, digest, body)
        SELECT ordinal, ?, ?, ?, ? FROM sessions WHERE id = ? ON CONFLICT DO NOTHING\
        """,
        item.id().value(),
        item.at().toString(),
        Blobs.idOf(item.body()).sha256(),
        item.body().array(),
        item.session().value());
  }

  @Override
  public List<Item> waiting(SessionId session, int limit) {
    return database.read(
        link ->
            link.all(
                """
                SELECT i.id, i.body, i.put_at FROM inbox i
                JOIN sessions s ON s.ordinal = i.session
                WHERE s.id = ? AND i.seq IS NULL AND i.why IS NULL ORDER BY i.ordinal LIMIT ?\
                """,
                row ->
                    new Item(
                        session,
                        new InputId(row.getString(1)),
                        Bytes.of(row.getBytes(2)),
                        Instant.parse(row.getString(3))),
                session.value(),
                limit));
  }

  @Override
  public List<WaitingSession> sessionsWaiting(long after, int limit) {
    return database.read(
        link ->
            new SelectQuery(WAITING)
                .where("s.ordinal > ?", after)
                .orderedBy("s.ordinal")
                .limit(limit)
                .all(link, SqlInbox::waitingSession));
  }

  @Override
  public List<WaitingSession> unconsumed(SessionSearch search, OwnerId by) {
    var selection =
        new SelectQuery(WAITING)
            .where(
                "(s.running IS NULL OR s.owner = ?"
                    + " OR NOT EXISTS (SELECT 1 FROM processes p WHERE p.owner = s.owner))",
                by.value());
    return database.read(
        link -> WakeTimeColumn.page(selection, search, tables).all(link, SqlInbox::waitingSession));
  }

  private static WaitingSession waitingSession(SqlRow row) throws SQLException {
    return new WaitingSession(
        row.getLong(1), new SessionId(row.getString(2)), Instant.parse(row.getString(3)));
  }

  @Override
  public void settle(SessionId session, InputId input, String why) {
    database.write(
        link ->
            link.update(
                """
                UPDATE inbox SET why = ?, body = NULL
                WHERE session = (SELECT ordinal FROM sessions WHERE id = ?)
                  AND id = ? AND seq IS NULL AND why IS NULL\
                """,
                why,
                session.value(),
                input.value()));
  }

  @Override
  public Optional<InputStatus> status(SessionId session, InputId input) {
    return database.read(
        link ->
            link.first(
                """
                SELECT i.seq, i.why FROM inbox i JOIN sessions s ON s.ordinal = i.session
                WHERE s.id = ? AND i.id = ?\
                """,
                SqlInbox::status,
                session.value(),
                input.value()));
  }

  private static InputStatus status(SqlRow row) throws SQLException {
    long seq = row.getLong(1);
    if (!row.wasNull()) {
      return new InputStatus.Consumed(seq);
    }
    var why = row.getString(2);
    return why == null ? new InputStatus.Waiting() : new InputStatus.Ignored(why);
  }
}
