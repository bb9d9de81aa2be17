package dev.drover.store.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A SELECT under construction: every condition comes with its values, so that none can be omitted
/// or reordered.
final class SelectQuery {
  private final StringBuilder sql;
  private final List<@Nullable Object> values = new ArrayList<>();
  private boolean hasCondition;

  /// @param columns and tables
  SelectQuery(String columns) {
    this.sql = new StringBuilder(columns);
  }

  SelectQuery where(String condition, Object... its) {
    sql.append(hasCondition ? " AND " : " WHERE ").append(condition);
    hasCondition = true;
    values.addAll(List.of(its));
    return this;
  }

  SelectQuery orderedBy(String column) {
    sql.append(" ORDER BY ").append(column);
    return this;
  }

  SelectQuery limit(int most) {
    sql.append(" LIMIT ?");
    values.add(most);
    return this;
  }

  <R> List<R> all(PreparedConnection link, PreparedConnection.RowReader<R> reader)
      throws SQLException {
    return link.all(sql.toString(), reader, values.toArray());
  }

  <R> Optional<R> first(PreparedConnection link, PreparedConnection.RowReader<R> reader)
      throws SQLException {
    return link.first(sql.toString(), reader, values.toArray());
  }
}
