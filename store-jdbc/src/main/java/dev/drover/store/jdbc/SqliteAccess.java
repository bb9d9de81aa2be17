package dev.drover.store.jdbc;

import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store.Access;
import dev.drover.spi.store.Store.ForeignChange;
import dev.drover.spi.store.Store.Subscription;
import dev.drover.store.sql.AppendRows;
import dev.drover.store.sql.DatabaseAccess;
import dev.drover.store.sql.ForeignChangePoller;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.ReaderThreads;
import dev.drover.store.sql.SqlDialect.Role;
import dev.drover.store.sql.WriteLocks;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Access to a database: all writes go through one thread and share commits, all reads go to a few
/// others. Any thread may call any method.
final class SqliteAccess implements DatabaseAccess {
  private static final Duration POLL_EVERY = Duration.ofMillis(100);

  private final SqliteDialect dialect;
  private final ForeignChangePoller foreign;

  /// Null if the store is read-only.
  private final @Nullable GroupCommit<PreparedConnection> writer;

  private final ReaderThreads readers;

  /// @param first a writing connection that is open already
  SqliteAccess(
      SqliteDialect dialect, PreparedConnection first, GroupCommit.Bounds bounds, int readers) {
    this.dialect = dialect;
    this.foreign = new ForeignChangePoller(this::foreignVersion, POLL_EVERY);
    var transactions = new WriteTransactions(dialect, first);
    this.writer =
        new GroupCommit<>("drover-store-writer", bounds, transactions, dialect::closed).start();
    this.readers = new ReaderThreads(dialect, Role.READER, readers, bounds.queued()).start();
  }

  private SqliteAccess(SqliteDialect dialect, int queued) {
    this.dialect = dialect;
    this.foreign = new ForeignChangePoller(this::foreignVersion, POLL_EVERY);
    this.writer = null;
    // One thread: changes by others are detected by one connection.
    this.readers = new ReaderThreads(dialect, Role.OBSERVER, 1, queued).start();
  }

  /// Refuses all writes.
  ///
  /// @param queued how many reads may wait
  static SqliteAccess readOnly(SqliteDialect dialect, int queued) {
    return new SqliteAccess(dialect, queued);
  }

  @Override
  public Access access() {
    return writer == null ? Access.READ_ONLY : Access.READ_WRITE;
  }

  /// A number that changes when another process has written.
  long foreignVersion() {
    return writer == null ? read(dialect::foreignVersion) : write(dialect::foreignVersion);
  }

  /// The locks are implied: a write has the file to itself.
  @Override
  public <R extends @Nullable Object> R write(WriteLocks locks, PreparedConnection.Work<R> work) {
    if (writer == null) {
      throw dialect.openedToRead();
    }
    return writer.submit(translated(work));
  }

  @Override
  public long append(Journal.Append append, AppendRows rows) {
    return this.<Long>write(link -> rows.append(link, append));
  }

  @Override
  public Subscription onForeignChange(Consumer<ForeignChange> hint) {
    return foreign.subscribe(hint);
  }

  @Override
  public <R extends @Nullable Object> R read(PreparedConnection.Work<R> work) {
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

  @Override
  public void close() {
    foreign.close();
    // The writer last: the last connection that closes cleans up.
    readers.close();
    if (writer != null) {
      writer.close();
    }
  }
}
