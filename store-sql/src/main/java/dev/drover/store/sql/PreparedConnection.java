package dev.drover.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A connection with its prepared statements, each prepared once. Belongs to one thread at a time.
///
/// Statements are cached by their text, so the text must be a constant: values are parameters.
public final class PreparedConnection implements AutoCloseable {
  private final Connection connection;
  private final TextEncoding encoding;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private boolean isResetNeeded;

  public PreparedConnection(Connection connection, TextEncoding encoding) {
    this.connection = connection;
    this.encoding = encoding;
  }

  /// Reads a value from the current row of the result set.
  public interface RowReader<R> {
    R read(SqlRow row) throws SQLException;
  }

  /// Work on a connection.
  public interface Work<R extends @Nullable Object> {
    R over(PreparedConnection link) throws SQLException;
  }

  /// For what JDBC does not offer on statements.
  public Connection connection() {
    return connection;
  }

  public TextEncoding encoding() {
    return encoding;
  }

  public void execute(String sql) throws SQLException {
    statement(sql).execute();
  }

  /// Executes a statement that is used once, such as a part of a schema.
  public void executeOnce(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// @return how many rows were changed
  public int update(String sql, @Nullable Object... values) throws SQLException {
    return bound(sql, values).executeUpdate();
  }

  /// Executes a statement many times at once.
  ///
  /// @return how many rows each changed
  public int[] updateAll(String sql, List<? extends List<@Nullable Object>> rows)
      throws SQLException {
    var statement = statement(sql);
    for (var values : rows) {
      bind(statement, values.toArray(new @Nullable Object[0]));
      statement.addBatch();
    }
    return statement.executeBatch();
  }

  public <R> Optional<R> first(String sql, RowReader<R> reader, @Nullable Object... values)
      throws SQLException {
    try (var rows = bound(sql, values).executeQuery()) {
      var row = new SqlRow(rows, encoding);
      return row.next() ? Optional.of(reader.read(row)) : Optional.empty();
    }
  }

  public <R> List<R> all(String sql, RowReader<R> reader, @Nullable Object... values)
      throws SQLException {
    try (var rows = bound(sql, values).executeQuery()) {
      var all = new ArrayList<R>();
      var row = new SqlRow(rows, encoding);
      while (row.next()) {
        all.add(reader.read(row));
      }
      return all;
    }
  }

  /// Data that this transaction deletes, and earlier ones did, must not be readable in any file
  /// after it.
  public @Nullable Void resetAfterUse() {
    isResetNeeded = true;
    return null;
  }

  /// @return whether a reset was requested since the last call
  public boolean takeResetRequest() {
    boolean was = isResetNeeded;
    isResetNeeded = false;
    return was;
  }

  private PreparedStatement bound(String sql, @Nullable Object... values) throws SQLException {
    var statement = statement(sql);
    bind(statement, values);
    return statement;
  }

  private void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      var value = values[i];
      statement.setObject(i + 1, value instanceof String text ? encoding.encode(text) : value);
    }
  }

  /// The statement with this text, to bind parameters that have no SQL type of their own. Texts are
  /// encoded by the caller.
  public PreparedStatement statement(String sql) throws SQLException {
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
