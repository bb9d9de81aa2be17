package dev.drover.store.sql;

import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store.Access;
import dev.drover.spi.store.Store.ForeignChange;
import dev.drover.spi.store.Store.Subscription;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Access to a database: how writes get there and reads come back. Any thread may call any method.
public interface DatabaseAccess extends AutoCloseable {
  Access access();

  /// Runs the work in a transaction and returns when it is durable. The work may be run again, so
  /// it depends only on its arguments.
  ///
  /// @param locks what does not change while the work runs
  <R extends @Nullable Object> R write(WriteLocks locks, PreparedConnection.Work<R> work);

  /// As [#write(WriteLocks, PreparedConnection.Work)], for work whose own statements decide.
  default <R extends @Nullable Object> R write(PreparedConnection.Work<R> work) {
    return write(WriteLocks.NONE, work);
  }

  /// As [#write(PreparedConnection.Work)], for work that no other process has to know of soon.
  default <R extends @Nullable Object> R writeQuietly(PreparedConnection.Work<R> work) {
    return write(WriteLocks.NONE, work);
  }

  /// Writes an append, alone or together with others.
  ///
  /// @param rows the way to write it alone
  /// @return as [AppendRows#append] does
  long append(Journal.Append append, AppendRows rows);

  /// Runs the work on a consistent snapshot of the store.
  <R extends @Nullable Object> R read(PreparedConnection.Work<R> work);

  /// As [dev.drover.spi.store.Store#onForeignChange].
  Subscription onForeignChange(Consumer<ForeignChange> hint);

  /// Waits for work in progress, then closes every connection. Idempotent.
  @Override
  void close();
}
