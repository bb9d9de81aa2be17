package dev.drover.store.jdbc;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Sessions that continue from an event of another one. A fork has only its own events as rows;
/// earlier events are read from its source, and from the source of that.
final class JdbcForks {
  /// The owners of a session's events: the session itself, and its ancestors, each up to the event
  /// where it was forked.
  private static final String LINE =
      """
      WITH RECURSIVE line (session, last) AS (
        SELECT ?, ?
        UNION ALL
        SELECT s.source, MIN(s.shared, line.last)
        FROM line JOIN sessions s ON s.ordinal = line.session
        WHERE s.source IS NOT NULL
      )
      """;

  private static final String EVENTS =
      """
      FROM line JOIN events e ON e.session = line.session AND e.seq <= line.last AND e.seq > ?
      """;

  private JdbcForks() {}

  /// @return its ordinal; empty if there is such a session already, or was
  /// @throws ContradictoryWrite if the source does not exist, or is not complete up to that event
  static Optional<Long> fork(
      PreparedConnection link, Journal.Append append, Catalog.Change.SessionForked forked)
      throws SQLException {
    var source =
        SessionTable.find(link, forked.source()).orElseThrow(() -> refused(append, forked));
    var ordinal = create(link, append, forked, source.ordinal());
    if (ordinal.isPresent()) {
      inherit(link, append, forked, ordinal.get(), source);
    }
    return ordinal;
  }

  private static Optional<Long> create(
      PreparedConnection link,
      Journal.Append append,
      Catalog.Change.SessionForked forked,
      long source)
      throws SQLException {
    return link.first(
        """
        INSERT INTO sessions (ordinal, id, length, owner, agent, workspace, opened_at, shared,
                              source, tenant, principal, template, correlation)
        SELECT 1 + MAX(
            (SELECT MAX(ordinal) FROM sessions),
            COALESCE((SELECT MAX(ordinal) FROM deleted_sessions), 0)),
          ?, ?, ?, ?, ?, ?, ?, s.ordinal, s.tenant, s.principal, s.template, s.correlation
        FROM sessions s WHERE s.ordinal = ?
          AND NOT EXISTS (SELECT 1 FROM deleted_sessions WHERE id = ?)
        ON CONFLICT (id) DO NOTHING RETURNING ordinal\
        """,
        row -> row.getLong(1),
        append.session().value(),
        append.last(),
        append.owner().value(),
        forked.agent(),
        forked.workspace(),
        forked.at().toString(),
        append.after(),
        source,
        append.session().value());
  }

  private static void inherit(
      PreparedConnection link,
      Journal.Append append,
      Catalog.Change.SessionForked forked,
      long fork,
      SessionTable.Place source)
      throws SQLException {
    long folded =
        link.first(
                """
                INSERT INTO snapshots (session, seq, state)
                SELECT ?, seq, state FROM snapshots WHERE session = ? AND seq <= ? RETURNING seq\
                """,
                row -> row.getLong(1),
                fork,
                source.ordinal(),
                append.after())
            .orElse(0L);
    long there =
        link.first(
                LINE + "SELECT COUNT(*) " + EVENTS,
                row -> row.getLong(1),
                source.ordinal(),
                append.after(),
                folded)
            .orElse(0L);
    if (append.after() > source.length() || there != append.after() - folded) {
      throw refused(append, forked);
    }
    link.update(
        """
        INSERT INTO artifacts (session, content, kept_at, pinned)
        SELECT ?, content, kept_at, 0 FROM artifacts WHERE session = ? ORDER BY ordinal\
        """,
        fork,
        source.ordinal());
  }

  private static ContradictoryWrite refused(
      Journal.Append append, Catalog.Change.SessionForked forked) {
    return new ContradictoryWrite(
        append.session(),
        "session %s cannot be forked at event %d".formatted(forked.source(), append.after()));
  }

  /// Events of a fork after `after`, those of its source first.
  static List<Journal.Entry> read(
      PreparedConnection link, SessionTable.Place place, long after, int limit)
      throws SQLException {
    return link.all(
        LINE + "SELECT e.seq, e.body " + EVENTS + "ORDER BY e.seq LIMIT ?",
        row -> new Journal.Entry(row.getLong(1), Bytes.of(row.getBytes(2))),
        place.ordinal(),
        place.length(),
        after,
        limit);
  }

  /// Number of the last event that any fork shares; 0 if there is no fork.
  static long sharedByForks(PreparedConnection link, long session) throws SQLException {
    return link.first(
            "SELECT MAX(shared) FROM sessions WHERE source = ?", row -> row.getLong(1), session)
        .orElse(0L);
  }

  static boolean hasForks(PreparedConnection link, SessionId session) throws SQLException {
    return link.first(
            """
            SELECT 1 FROM sessions f JOIN sessions s ON s.ordinal = f.source WHERE s.id = ? LIMIT 1\
            """,
            row -> row.getLong(1),
            session.value())
        .isPresent();
  }
}
