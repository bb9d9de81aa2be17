package dev.drover.store.jdbc;

import dev.drover.spi.store.Store.Access;
import dev.drover.store.jdbc.SqlDialect.Role;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Access to a database: all writes go through one thread and share commits, all reads go to a few
/// others. Any thread may call any method.
final class DatabaseAccess implements AutoCloseable {
  private final SqlDialect dialect;

  /// Null if the store is read-only.
  private final @Nullable GroupCommit<PreparedConnection> writer;

  private final ReaderThreads readers;

  /// @param first a writing connection that is open already
  DatabaseAccess(
      SqlDialect dialect, PreparedConnection first, GroupCommit.Bounds bounds, int readers) {
    this.dialect = dialect;
    var transactions = new WriteTransactions(dialect, first);
    this.writer =
        new GroupCommit<>("drover-store-writer", bounds, transactions, dialect::closed).start();
    this.readers = new ReaderThreads(dialect, Role.READER, readers, bounds.queued()).start();
  }

  private DatabaseAccess(SqlDialect dialect, int queued) {
    this.dialect = dialect;
    this.writer = null;
    // One thread: changes by others are detected by one connection.
    this.readers = new ReaderThreads(dialect, Role.OBSERVER, 1, queued).start();
  }

  /// Refuses all writes.
  ///
  /// @param queued how many reads may wait
  static DatabaseAccess readOnly(SqlDialect dialect, int queued) {
    return new DatabaseAccess(dialect, queued);
  }

  Access access() {
    return writer == null ? Access.READ_ONLY : Access.READ_WRITE;
  }

  /// A number that changes when another process has written.
  long foreignVersion() {
    return writer == null ? read(dialect::foreignVersion) : write(dialect::foreignVersion);
  }

  /// Runs the work in a transaction and returns when it is durable.
  <R extends @Nullable Object> R write(PreparedConnection.Work<R> work) {
    if (writer == null) {
      throw dialect.openedToRead();
    }
    return writer.submit(translated(work));
  }

  /// Runs the work on a consistent snapshot of the store.
  <R extends @Nullable Object> R read(PreparedConnection.Work<R> work) {
    return readers.submit(translated(work));
  }

  private <R extends @Nullable Object> Function<PreparedConnection, R> translated(
      PreparedConnection.Work<R> work) {
    return link -> {
      try {
        return work.over(link);
      } catch (SQLException broken) {
        throw dialect.problem(broken);
      }
    };
  }

  /// Waits for work in progress, then closes every connection. Idempotent.
  @Override
  public void close() {
    // The writer last: the last connection that closes cleans up.
    readers.close();
    if (writer != null) {
      writer.close();
    }
  }
}
