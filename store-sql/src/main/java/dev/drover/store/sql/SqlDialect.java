package dev.drover.store.sql;

import dev.drover.spi.PortException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The parts that differ between databases. Everything else is SQL that the databases share.
///
/// Any thread may call any method, but never two with the same link at once.
public interface SqlDialect {
  SqlTables tables();

  /// The purpose of a connection.
  enum Role {
    WRITER,
    /// Reads in a process that writes as well.
    READER,
    /// Reads in a process that must not write.
    OBSERVER
  }

  PreparedConnection connect(Role role) throws SQLException;

  /// Begins a transaction that sees a consistent snapshot of the store, whatever is written in the
  /// meantime.
  void beginReading(PreparedConnection reader) throws SQLException;

  /// Ends the transaction of a reader.
  void endReading(PreparedConnection reader) throws SQLException;

  /// The error of the database as a problem that a person can act on.
  PortException problem(SQLException broken);

  /// The error for a write through a read-only store.
  PortException openedToRead();

  /// The error for calls after the close.
  PortException closed();

  /// Checks tables and indexes for damage, within a time limit.
  ///
  /// @param most maximum number of findings
  /// @return empty if the time was over before the check was complete and nothing was found
  Optional<List<String>> tableDamage(PreparedConnection link, Duration limit, int most)
      throws SQLException;

  /// For people: the location and the version.
  String description();
}
