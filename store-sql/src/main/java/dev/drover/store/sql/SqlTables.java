package dev.drover.store.sql;

import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import java.sql.SQLException;
import java.util.Optional;

/// The parts of the schema that differ between databases: names and expressions that are put into
/// shared queries, and the rows of sessions, which each database has in its own tables. All
/// databases show them to readers as `sessions`.
public interface SqlTables {
  BlobTables blobs();

  /// The table with the columns of a session that appends change: `id`, `length`, `owner`,
  /// `running` and `wake_at`.
  String heads();

  /// The column of that table with the session's ordinal.
  String headKey();

  /// A statement that takes the sessions that match a condition from their owners. No process has
  /// an empty name, so they have no holder until the next append.
  String releasing(String condition);

  /// The smaller of two expressions.
  String lesser(String one, String other);

  /// The agent of the session `s`, or the root of its agent path.
  String firstAgent();

  /// The time by the clock of the database in so many milliseconds, which are its one parameter, as
  /// ISO 8601 text.
  String textOfTimeIn();

  /// How many milliseconds the clock of the database has to go until a time in that form; negative
  /// if it is past.
  String millisUntil(String column);

  /// Has all amounts spent of an account: one row or several, with the name of the account in
  /// `name`.
  String spentAmounts();

  /// Inserts the row of a session.
  ///
  /// @return its ordinal; empty if there is such a session already, or was
  Optional<Long> create(
      PreparedConnection link, Journal.Append append, Catalog.Change.SessionOpened opened)
      throws SQLException;

  /// Inserts the row of a fork, which has the identity of its source.
  ///
  /// @param source its ordinal
  /// @return its ordinal; empty if there is such a session already, or was
  Optional<Long> createFork(
      PreparedConnection link,
      Journal.Append append,
      Catalog.Change.SessionForked forked,
      long source)
      throws SQLException;

  /// Removes the row of a session that ends there and has no forks, and the row that it was
  /// deleted.
  ///
  /// @return its ordinal; empty if nothing was changed
  Optional<Long> delete(PreparedConnection link, String session, long after) throws SQLException;

  /// Adds an amount to those that are spent.
  void settle(PreparedConnection link, Catalog.Change.AccountSettled settled) throws SQLException;
}
