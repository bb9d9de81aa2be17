package dev.drover.store.sql;

import dev.drover.kernel.value.SessionId;
import java.sql.SQLException;
import java.util.Optional;

/// The table of sessions. Other tables refer to a session by its ordinal, which is its position in
/// the order of creation; `length` is the number of its last event and the condition of every
/// append.
public final class SessionTable {
  private SessionTable() {}

  /// The row and the end of a session.
  ///
  /// @param shared number of the last event that it shares with its source
  public record Place(long ordinal, long length, long shared) {}

  public static Optional<Place> find(PreparedConnection link, SessionId session)
      throws SQLException {
    return link.first(
        "SELECT ordinal, length, shared FROM sessions WHERE id = ?",
        row -> new Place(row.getLong(1), row.getLong(2), row.getLong(3)),
        session.value());
  }

  public static Optional<Long> tail(PreparedConnection link, SessionId session)
      throws SQLException {
    return find(link, session).map(Place::length);
  }

  public static boolean isDeleted(PreparedConnection link, SessionId session) throws SQLException {
    return link.first(
            "SELECT 1 FROM deleted_sessions WHERE id = ?", row -> row.getLong(1), session.value())
        .isPresent();
  }
}
