package dev.drover.store.sql;

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
final class SqlForks {
  private static final String EVENTS =
      """
      FROM line JOIN events e ON e.session = line.session AND e.seq <= line.last AND e.seq > ?
      """;

  private final SqlTables tables;
  private final String line;

  SqlForks(SqlTables tables) {
    this.tables = tables;
    // The owners of a session's events: the session itself, and its ancestors, each up to the event
    // where it was forked.
    this.line =
        """
        WITH RECURSIVE line (session, last) AS (
          SELECT CAST(? AS BIGINT), CAST(? AS BIGINT)
          UNION ALL
          SELECT s.source, %s
          FROM line JOIN sessions s ON s.ordinal = line.session
          WHERE s.source IS NOT NULL
        )
        """
            .formatted(tables.lesser("s.shared", "line.last"));
  }

  /// @return its ordinal; empty if there is such a session already, or was
  /// @throws ContradictoryWrite if the source does not exist, or is not complete up to that event
  Optional<Long> fork(
      PreparedConnection link, Journal.Append append, Catalog.Change.SessionForked forked)
      throws SQLException {
    var source =
        SessionTable.find(link, forked.source()).orElseThrow(() -> refused(append, forked));
    var ordinal = tables.createFork(link, append, forked, source.ordinal());
    if (ordinal.isPresent()) {
      inherit(link, append, forked, ordinal.get(), source);
    }
    return ordinal;
  }

  private void inherit(
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
                SELECT CAST(? AS BIGINT), seq, state FROM snapshots WHERE session = ? AND seq <= ? RETURNING seq\
                """,
                row -> row.getLong(1),
                fork,
                source.ordinal(),
                append.after())
            .orElse(0L);
    long there =
        link.first(
                line + "SELECT COUNT(*) " + EVENTS,
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
        SELECT CAST(? AS BIGINT), content, kept_at, 0 FROM artifacts WHERE session = ? ORDER BY ordinal\
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
  List<Journal.Entry> read(PreparedConnection link, SessionTable.Place place, long after, int limit)
      throws SQLException {
    return link.all(
        line + "SELECT e.seq, e.body " + EVENTS + "ORDER BY e.seq LIMIT ?",
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
