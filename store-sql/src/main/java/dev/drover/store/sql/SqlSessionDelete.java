package dev.drover.store.sql;

import dev.drover.kernel.value.SessionId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deletes the rows of a session, in one transaction.
final class SqlSessionDelete {
  private static final List<String> ROWS =
      List.of(
          "DELETE FROM events WHERE session = ?",
          "DELETE FROM snapshots WHERE session = ?",
          "DELETE FROM inbox WHERE session = ?",
          "DELETE FROM approvals WHERE session = ?",
          "DELETE FROM steered WHERE session = ?");

  /// The id of a run stays used; the row belongs to no session and is never found.
  private static final String EMPTY_RUNS =
      """
      UPDATE runs SET run_key = NULL, accepted_at = '', title = '', digest = '',
        last_seq = NULL, ended_at = NULL, status = NULL
      WHERE session = ?\
      """;

  private SqlSessionDelete() {}

  /// The first statement is the condition.
  ///
  /// @return the contents that only this session had, to be deleted; empty if the session does not
  ///   end there, or has forks
  static Optional<List<Long>> of(
      PreparedConnection link, SqlTables tables, SessionId session, long after)
      throws SQLException {
    var ordinal = tables.delete(link, session.value(), after);
    if (ordinal.isEmpty()) {
      return Optional.empty();
    }
    for (var rows : ROWS) {
      link.update(rows, ordinal.get());
    }
    tables.blobs().forgetReferences(link, ordinal.get());
    link.update(EMPTY_RUNS, ordinal.get());
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
