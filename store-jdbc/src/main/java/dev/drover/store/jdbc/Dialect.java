package dev.drover.store.jdbc;

import dev.drover.spi.PortException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What one database does in its own way. All else is SQL that the databases share.
///
/// Any thread may call any method, but never two with the same link at once.
interface Dialect {
  /// What a connection is for.
  enum Role {
    WRITER,
    /// Reads in a process that writes as well.
    READER,
    /// Reads in a process that must not write.
    OBSERVER
  }

  Link connect(Role role) throws SQLException;

  /// Begins a transaction that will write. Waits a bounded time for others that write.
  void beginWriting(Link writer) throws SQLException;

  /// Whether the connection is good and somebody else has what it needs.
  boolean isLocked(SQLException broken);

  /// Begins a transaction that sees one state of the store, whatever is written meanwhile.
  void beginReading(Link reader) throws SQLException;

  /// A number that is another one when someone else has written than this connection.
  long foreignVersion(Link link) throws SQLException;

  /// Makes unreadable what was taken away, as far as nobody is reading it. Called between
  /// transactions; waits a short time for those who read.
  void wipe(Link writer) throws SQLException;

  /// Tidies up before the last connection is closed.
  void leave(Link writer) throws SQLException;

  /// The database's complaint, for the person who must do something about it.
  PortException problem(SQLException broken);

  /// The answer to a write through a store that was opened to read it.
  PortException openedToRead();

  /// What is said to those who come after the close.
  PortException closed();

  /// Looks for damage in tables and indexes, within a time.
  ///
  /// @param most how many findings are wanted
  /// @return empty if the time was over before all was looked at and nothing was found
  Optional<List<String>> tableDamage(Link link, Duration limit, int most) throws SQLException;

  /// For people: where this is, and which version of what.
  String description();
}
