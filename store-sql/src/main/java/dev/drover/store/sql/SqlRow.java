package dev.drover.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// The current row of a result, with texts as they were before they were encoded.
public final class SqlRow {
  private final ResultSet rows;
  private final TextEncoding encoding;

  SqlRow(ResultSet rows, TextEncoding encoding) {
    this.rows = rows;
    this.encoding = encoding;
  }

  boolean next() throws SQLException {
    return rows.next();
  }

  public long getLong(int column) throws SQLException {
    return rows.getLong(column);
  }

  public boolean getBoolean(int column) throws SQLException {
    return rows.getBoolean(column);
  }

  /// Whether the column that was read last was null.
  public boolean wasNull() throws SQLException {
    return rows.wasNull();
  }

  // The driver returns null for a null column, and the callers that may meet one check it.
  @SuppressWarnings("NullAway")
  public String getString(int column) throws SQLException {
    @Nullable String stored = rows.getString(column);
    return stored == null ? null : encoding.decode(stored);
  }

  public byte[] getBytes(int column) throws SQLException {
    return rows.getBytes(column);
  }
}
