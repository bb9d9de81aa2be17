package dev.drover.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;

/// A connection with its prepared statements, each prepared once. Belongs to one thread at a time.
///
/// Statements are kept by their text, so the text must be a constant: values go in as parameters.
final class Link implements AutoCloseable {
  private static final int STEPS_BETWEEN_LOOKS = 1_000;

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private boolean isToBeWiped;

  Link(Connection connection) {
    this.connection = connection;
  }

  /// Makes a value of the row the result set stands on.
  interface RowReader<R> {
    R read(ResultSet row) throws SQLException;
  }

  /// Something that is done over a connection.
  interface Work<R extends @Nullable Object> {
    R over(Link link) throws SQLException;
  }

  void execute(String sql) throws SQLException {
    statement(sql).execute();
  }

  /// Carries out one statement that is used once, such as a piece of a schema.
  void executeOnce(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// @return how many rows were changed
  int update(String sql, @Nullable Object... values) throws SQLException {
    return bound(sql, values).executeUpdate();
  }

  <R> Optional<R> first(String sql, RowReader<R> reader, @Nullable Object... values)
      throws SQLException {
    try (var rows = bound(sql, values).executeQuery()) {
      return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
    }
  }

  <R> List<R> all(String sql, RowReader<R> reader, @Nullable Object... values) throws SQLException {
    try (var rows = bound(sql, values).executeQuery()) {
      var all = new ArrayList<R>();
      while (rows.next()) {
        all.add(reader.read(rows));
      }
      return all;
    }
  }

  /// Does the work, which the database gives up when the time is over.
  <R> R within(Duration limit, Work<R> work) throws SQLException {
    var deadline = Deadline.in(limit);
    ProgressHandler.setHandler(
        connection,
        STEPS_BETWEEN_LOOKS,
        new ProgressHandler() {
          @Override
          protected int progress() {
            return deadline.isOver() ? 1 : 0;
          }
        });
    try {
      return work.over(this);
    } finally {
      ProgressHandler.clearHandler(connection);
    }
  }

  /// What this transaction takes away, and those before it, is not to be readable in any file when
  /// it is over.
  @Nullable Void wipeAfterwards() {
    isToBeWiped = true;
    return null;
  }

  /// Says it once.
  boolean isToBeWiped() {
    boolean was = isToBeWiped;
    isToBeWiped = false;
    return was;
  }

  private PreparedStatement bound(String sql, @Nullable Object... values) throws SQLException {
    var statement = statement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  private PreparedStatement statement(String sql) throws SQLException {
    var known = prepared.get(sql);
    if (known != null) {
      return known;
    }
    var fresh = connection.prepareStatement(sql);
    prepared.put(sql, fresh);
    return fresh;
  }

  /// Closes the statements as well.
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
