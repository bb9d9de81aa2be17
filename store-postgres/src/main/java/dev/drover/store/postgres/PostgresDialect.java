package dev.drover.store.postgres;

import dev.drover.spi.PortException;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.SqlDialect;
import dev.drover.store.sql.SqlTables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.postgresql.Driver;

/// PostgreSQL. Writers read what is committed and lock rows; readers have a snapshot.
final class PostgresDialect implements SqlDialect {
  private final PostgresUrl url;
  private final PostgresProblems problems;
  private final SqlTables tables;

  /// @param store the name of this store among those that are open
  PostgresDialect(PostgresUrl url, String store) {
    this.url = url;
    this.problems = new PostgresProblems(url);
    this.tables = new PostgresTables(store);
  }

  PostgresUrl url() {
    return url;
  }

  PostgresProblems problems() {
    return problems;
  }

  @Override
  public SqlTables tables() {
    return tables;
  }

  @Override
  public PreparedConnection connect(Role role) throws SQLException {
    return connect(url, role);
  }

  static PreparedConnection connect(PostgresUrl url, Role role) throws SQLException {
    var connection = connect(url);
    try {
      connection.setAutoCommit(false);
      if (role != Role.WRITER) {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setReadOnly(true);
      }
      return new PreparedConnection(connection, new PostgresTextEncoding());
    } catch (SQLException | RuntimeException broken) {
      connection.close();
      throw broken;
    }
  }

  /// A connection that commits each statement.
  static Connection connect(PostgresUrl url) throws SQLException {
    var connection = new Driver().connect(url.jdbc(), url.properties());
    if (connection == null) {
      throw new SQLException("the driver does not know the address " + url);
    }
    return connection;
  }

  /// The transaction itself begins with the first statement.
  void begin(PreparedConnection link) throws SQLException {
    if (url.hints() == PostgresUrl.Hints.POLL) {
      // Behind a pooler every transaction may have another connection.
      link.execute("SET LOCAL search_path TO " + url.schema());
    }
  }

  @Override
  public void beginReading(PreparedConnection reader) throws SQLException {
    begin(reader);
  }

  @Override
  public void endReading(PreparedConnection reader) throws SQLException {
    reader.connection().commit();
  }

  @Override
  public PortException problem(SQLException broken) {
    return problems.of(broken);
  }

  @Override
  public PortException openedToRead() {
    return problems.openedToRead();
  }

  @Override
  public PortException closed() {
    return problems.closed();
  }

  /// The pages of tables are checked by the server, which has checksums for them.
  @Override
  public Optional<List<String>> tableDamage(PreparedConnection link, Duration limit, int most)
      throws SQLException {
    return Optional.of(
        link.all(
            """
            SELECT 'session ' || h.id || ' ends at event ' || h.length || ', and its last event is '
              || COALESCE(e.seq, 0)
            FROM (SELECT * FROM heads WHERE length > 0 ORDER BY session DESC LIMIT 1000) h
            JOIN session_rows r ON r.ordinal = h.session
            LEFT JOIN LATERAL (
              SELECT seq FROM events WHERE session = h.session ORDER BY seq DESC LIMIT 1) e ON true
            WHERE e.seq <> h.length LIMIT ?\
            """,
            row -> row.getString(1),
            most));
  }

  @Override
  public String description() {
    return "PostgreSQL %s, schema %s, version %d"
        .formatted(url, url.schema(), PostgresSchema.version());
  }
}
