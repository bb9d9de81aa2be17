package dev.drover.store.jdbc;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import java.sql.SQLException;
import java.util.Optional;

/// The table of sessions. Other tables refer to a session by its ordinal, which is its position in
/// the order of creation; `length` is the number of its last event and the condition of every
/// append.
final class SessionTable {
  private SessionTable() {}

  /// The row and the end of a session.
  ///
  /// @param shared number of the last event that it shares with its source
  record Place(long ordinal, long length, long shared) {}

  static Optional<Place> find(PreparedConnection link, SessionId session) throws SQLException {
    return link.first(
        "SELECT ordinal, length, shared FROM sessions WHERE id = ?",
        row -> new Place(row.getLong(1), row.getLong(2), row.getLong(3)),
        session.value());
  }

  static Optional<Long> tail(PreparedConnection link, SessionId session) throws SQLException {
    return find(link, session).map(Place::length);
  }

  static boolean isDeleted(PreparedConnection link, SessionId session) throws SQLException {
    return link.first(
            "SELECT 1 FROM deleted_sessions WHERE id = ?", row -> row.getLong(1), session.value())
        .isPresent();
  }

  /// @return its ordinal; empty if there is such a session already, or was
  static Optional<Long> create(PreparedConnection link, Journal.Append append) throws SQLException {
    for (var change : append.changes()) {
      if (change instanceof Catalog.Change.SessionOpened opened) {
        var identity = opened.identity();
        return link.first(
            """
            INSERT INTO sessions (ordinal, id, length, owner, agent, workspace, opened_at,
                                  tenant, principal, template, correlation, parent)
            SELECT 1 + MAX(
                COALESCE((SELECT MAX(ordinal) FROM sessions), 0),
                COALESCE((SELECT MAX(ordinal) FROM deleted_sessions), 0)),
              ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
            WHERE NOT EXISTS (SELECT 1 FROM deleted_sessions WHERE id = ?)
            ON CONFLICT (id) DO NOTHING RETURNING ordinal\
            """,
            row -> row.getLong(1),
            append.session().value(),
            append.last(),
            append.owner().value(),
            opened.agent(),
            opened.workspace(),
            opened.at().toString(),
            identity.tenant(),
            identity.principal(),
            identity.template(),
            identity.correlation(),
            opened.parent() == null ? null : opened.parent().value(),
            append.session().value());
      }
    }
    throw new IllegalArgumentException("the first append of a session opens it");
  }

  /// @return its ordinal; empty if it does not end where the append expects
  static Optional<Long> advance(PreparedConnection link, Journal.Append append)
      throws SQLException {
    return link.first(
        "UPDATE sessions SET length = ?, owner = ? WHERE id = ? AND length = ? RETURNING ordinal",
        row -> row.getLong(1),
        append.last(),
        append.owner().value(),
        append.session().value(),
        append.after());
  }
}
