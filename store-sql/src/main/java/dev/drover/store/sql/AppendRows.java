package dev.drover.store.sql;

import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes one append, row by row.
public final class AppendRows {
  /// The results of an append that are not the actual last number of the session.
  public static final long WRITTEN = -1;

  public static final long DELETED = -2;

  private final SqlTables tables;
  private final SqlForks forks;

  AppendRows(SqlTables tables) {
    this.tables = tables;
    this.forks = new SqlForks(tables);
  }

  /// The first statement is the condition: if it changes nothing, nothing has been written and the
  /// rest of the transaction is not affected.
  ///
  /// @return [#WRITTEN], [#DELETED], or the actual last number of the session
  public long append(PreparedConnection link, Journal.Append append) throws SQLException {
    var ordinal = place(link, append);
    if (ordinal.isEmpty()) {
      return SessionTable.isDeleted(link, append.session())
          ? DELETED
          : SessionTable.tail(link, append.session()).orElse(0L);
    }
    long session = ordinal.get();
    for (var entry : append.entries()) {
      link.update(
          "INSERT INTO events (session, seq, body) VALUES (?, ?, ?)",
          session,
          entry.seq(),
          entry.bytes().array());
    }
    head(link, session, HeadChange.of(append.changes()));
    var statements = new CatalogStatements(append.session(), session);
    for (var change : append.changes()) {
      apply(link, append, statements, change);
    }
    if (append.consumed() != null) {
      execute(link, append, statements.consumed(append.consumed(), append.last()));
    }
    for (var referring : ReferringBytes.in(append)) {
      tables.blobs().addReferences(link, referring.session(), referring.bytes());
    }
    return WRITTEN;
  }

  private void apply(
      PreparedConnection link,
      Journal.Append append,
      CatalogStatements statements,
      Catalog.Change change)
      throws SQLException {
    for (var statement : statements.of(change)) {
      execute(link, append, statement);
    }
    if (change instanceof Catalog.Change.AccountSettled settled) {
      tables.settle(link, settled);
    }
    if (change instanceof Catalog.Change.Continued(var successor)
        && append(link, successor) != WRITTEN) {
      throw new ContradictoryWrite(successor.session(), "it is there already, or was deleted");
    }
  }

  private static void execute(PreparedConnection link, Journal.Append append, SqlChange change)
      throws SQLException {
    int changed = link.update(change.sql(), change.values().toArray(new @Nullable Object[0]));
    if (changed == 0 && change.refusal() != null) {
      throw new ContradictoryWrite(append.session(), change.refusal());
    }
  }

  private void head(PreparedConnection link, long session, HeadChange change) throws SQLException {
    var update = "UPDATE " + tables.heads() + " SET ";
    var where = " WHERE " + tables.headKey() + " = ?";
    if (change.runs() == HeadChange.Column.SET) {
      link.update(update + "running = ?" + where, change.running(), session);
    }
    for (var run : change.ended()) {
      link.update(update + "running = NULL" + where + " AND running = ?", session, run);
    }
    if (change.wake() == HeadChange.Column.SET) {
      link.update(update + "wake_at = ?" + where, change.wakeAt(), session);
    }
  }

  private Optional<Long> place(PreparedConnection link, Journal.Append append) throws SQLException {
    for (var change : append.changes()) {
      if (change instanceof Catalog.Change.SessionOpened opened) {
        return tables.create(link, append, opened);
      }
      if (change instanceof Catalog.Change.SessionForked forked) {
        return forks.fork(link, append, forked);
      }
    }
    return link.first(
        "UPDATE %s SET length = ?, owner = ? WHERE id = ? AND length = ? RETURNING %s"
            .formatted(tables.heads(), tables.headKey()),
        row -> row.getLong(1),
        append.last(),
        append.owner().value(),
        append.session().value(),
        append.after());
  }
}
