package dev.drover.store.jdbc;

import dev.drover.spi.store.Store.Access;
import dev.drover.store.jdbc.Dialect.Role;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The two ways to a database: everything that writes goes through one thread and shares commits,
/// everything that reads goes to a few others. Any thread may call any method.
final class Database implements AutoCloseable {
  private final Dialect dialect;

  /// Null if nothing may be written.
  private final @Nullable GroupCommit<Link> writer;

  private final Readers readers;

  /// @param first a writing connection that is open already
  Database(Dialect dialect, Link first, GroupCommit.Bounds bounds, int readers) {
    this.dialect = dialect;
    var transactions = new WriteTransactions(dialect, first);
    this.writer =
        new GroupCommit<>("drover-store-writer", bounds, transactions, dialect::closed).start();
    this.readers = new Readers(dialect, Role.READER, readers, bounds.queued()).start();
  }

  private Database(Dialect dialect, int queued) {
    this.dialect = dialect;
    this.writer = null;
    // One: changes of others are noticed by one connection.
    this.readers = new Readers(dialect, Role.OBSERVER, 1, queued).start();
  }

  /// In which everything that would write is refused.
  ///
  /// @param queued how many reads may wait
  static Database readOnly(Dialect dialect, int queued) {
    return new Database(dialect, queued);
  }

  Access access() {
    return writer == null ? Access.READ_ONLY : Access.READ_WRITE;
  }

  /// A number that is another one when somebody else has written.
  long foreignVersion() {
    return writer == null ? read(dialect::foreignVersion) : write(dialect::foreignVersion);
  }

  /// Does the work in a transaction and returns when it is durable.
  <R extends @Nullable Object> R write(Link.Work<R> work) {
    if (writer == null) {
      throw dialect.openedToRead();
    }
    return writer.submit(translated(work));
  }

  /// Does the work on one state of the store.
  <R extends @Nullable Object> R read(Link.Work<R> work) {
    return readers.submit(translated(work));
  }

  private <R extends @Nullable Object> Function<Link, R> translated(Link.Work<R> work) {
    return link -> {
      try {
        return work.over(link);
      } catch (SQLException broken) {
        throw dialect.problem(broken);
      }
    };
  }

  /// Waits for what was begun, then closes every connection. Idempotent.
  @Override
  public void close() {
    // The writer last: whoever closes the last connection tidies up.
    readers.close();
    if (writer != null) {
      writer.close();
    }
  }
}
