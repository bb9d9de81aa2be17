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
/// Statements are cached by their text, so the text must be a constant: values are parameters.
final class PreparedConnection implements AutoCloseable {
  private static final int STEPS_BETWEEN_LOOKS = 1_000;

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private boolean isResetNeeded;

  PreparedConnection(Connection connection) {
    this.connection = connection;
  }

  /// Reads a value from the current row of the result set.
  interface RowReader<R> {
    R read(ResultSet row) throws SQLException;
  }

  /// Work on a connection.
  interface Work<R extends @Nullable Object> {
    R over(PreparedConnection link) throws SQLException;
  }

  void execute(String sql) throws SQLException {
    statement(sql).execute();
  }

  /// Executes a statement that is used once, such as a part of a schema.
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

  /// Runs the work, which the database aborts when the time is over.
  <R> R within(Duration limit, Work<R> work) throws SQLException {
    var deadline = DatabaseDeadline.in(limit);
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

  /// Data that this transaction deletes, and earlier ones did, must not be readable in any file
  /// after it.
  @Nullable Void resetAfterUse() {
    isResetNeeded = true;
    return null;
  }

  /// Returns true once.
  boolean isResetNeeded() {
    boolean was = isResetNeeded;
    isResetNeeded = false;
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
