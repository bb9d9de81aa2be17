package dev.drover.store.jdbc;

import dev.drover.kernel.value.SessionId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deletes the rows of a session, in one transaction.
final class JdbcSessionDelete {
  private static final List<String> ROWS =
      List.of(
          "DELETE FROM events WHERE session = ?",
          "DELETE FROM snapshots WHERE session = ?",
          "DELETE FROM inbox WHERE session = ?",
          "DELETE FROM approvals WHERE session = ?",
          "DELETE FROM steered WHERE session = ?",
          "DELETE FROM outlived WHERE session = ?");

  /// The id of a run stays used; the row belongs to no session and is never found.
  private static final String EMPTY_RUNS =
      """
      UPDATE runs SET run_key = NULL, accepted_at = '', title = '', digest = '',
        last_seq = NULL, ended_at = NULL, status = NULL
      WHERE session = ?\
      """;

  private JdbcSessionDelete() {}

  /// The first statement is the condition.
  ///
  /// @return the contents that only this session had, to be deleted; empty if the session does not
  ///   end there, or has forks
  static Optional<List<Long>> of(PreparedConnection link, SessionId session, long after)
      throws SQLException {
    var ordinal =
        link.first(
            """
            DELETE FROM sessions WHERE id = ? AND length = ?
              AND NOT EXISTS (SELECT 1 FROM sessions f WHERE f.source = sessions.ordinal)
            RETURNING ordinal\
            """,
            row -> row.getLong(1),
            session.value(),
            after);
    if (ordinal.isEmpty()) {
      return Optional.empty();
    }
    for (var rows : ROWS) {
      link.update(rows, ordinal.get());
    }
    link.update(EMPTY_RUNS, ordinal.get());
    link.update(
        "INSERT INTO deleted_sessions (ordinal, id, sweep_at) VALUES (?, ?, 0)",
        ordinal.get(),
        session.value());
    return Optional.of(deleteRows(link, ordinal.get()));
  }

  private static List<Long> deleteRows(PreparedConnection link, long session) throws SQLException {
    var kept =
        link.all(
            "DELETE FROM artifacts WHERE session = ? RETURNING content",
            row -> row.getLong(1),
            session);
    var refuse = new ArrayList<Long>();
    for (long content : kept) {
      if (ContentTable.markUnreferencedForDeletion(link, content)) {
        refuse.add(content);
      }
    }
    return refuse;
  }
}
