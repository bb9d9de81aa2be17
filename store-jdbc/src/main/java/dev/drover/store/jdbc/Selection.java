package dev.drover.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One SELECT as it is put together: every condition comes with its values, so that none can be
/// left out or change places.
final class Selection {
  private final StringBuilder sql;
  private final List<@Nullable Object> values = new ArrayList<>();
  private boolean hasCondition;

  /// @param columns and tables
  Selection(String columns) {
    this.sql = new StringBuilder(columns);
  }

  Selection where(String condition, Object... its) {
    sql.append(hasCondition ? " AND " : " WHERE ").append(condition);
    hasCondition = true;
    values.addAll(List.of(its));
    return this;
  }

  Selection orderedBy(String column) {
    sql.append(" ORDER BY ").append(column);
    return this;
  }

  Selection limit(int most) {
    sql.append(" LIMIT ?");
    values.add(most);
    return this;
  }

  <R> List<R> all(Link link, Link.RowReader<R> reader) throws SQLException {
    return link.all(sql.toString(), reader, values.toArray());
  }

  <R> Optional<R> first(Link link, Link.RowReader<R> reader) throws SQLException {
    return link.first(sql.toString(), reader, values.toArray());
  }
}
