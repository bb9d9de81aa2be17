package dev.drover.store.postgres;

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

/// Six connections: one for appends, one for other writes, three for reads, and one that listens.
final class PostgresAccess implements DatabaseAccess {
  private static final int READERS = 3;
  private static final int QUEUED = 4096;
  private static final Duration POLL_EVERY = Duration.ofMillis(250);

  private final PostgresDialect dialect;
  private final ReaderThreads readers;
  private final DatabaseHints hints;
  private final ForeignChangePoller poller;

  /// Null if the store is read-only.
  private final @Nullable Writers writers;

  private record Writers(AppendLane appends, WriteLane others, ChangeAnnouncer announcer) {}

  private PostgresAccess(PostgresDialect dialect, String store, @Nullable Writers writers) {
    this.dialect = dialect;
    this.writers = writers;
    this.readers = new ReaderThreads(dialect, Role.READER, READERS, QUEUED).start();
    this.hints = new DatabaseHints(dialect, store);
    this.poller =
        new ForeignChangePoller(
            () -> this.<Long>read(link -> ChangeAnnouncer.foreignChanges(link, store)), POLL_EVERY);
  }

  /// @param first a writing connection that is open already
  static PostgresAccess open(PostgresDialect dialect, String store, PreparedConnection first)
      throws SQLException {
    var second = dialect.connect(Role.WRITER);
    var others = new WriteLane(dialect, new WriteConnection(dialect, second), QUEUED).start();
    var announcer = new ChangeAnnouncer(dialect.url(), store, others).start();
    var appends =
        new AppendLane(dialect, new WriteConnection(dialect, first), QUEUED, announcer::announce)
            .start();
    return new PostgresAccess(dialect, store, new Writers(appends, others, announcer));
  }

  static PostgresAccess readOnly(PostgresDialect dialect, String store) {
    return new PostgresAccess(dialect, store, null);
  }

  @Override
  public Access access() {
    return writers == null ? Access.READ_ONLY : Access.READ_WRITE;
  }

  private Writers writers() {
    if (writers == null) {
      throw dialect.openedToRead();
    }
    return writers;
  }

  @Override
  public <R extends @Nullable Object> R write(WriteLocks locks, PreparedConnection.Work<R> work) {
    var to = writers();
    R result = to.others().write(locks, work);
    if (!locks.sessions().isEmpty()) {
      to.announcer().announce(locks.sessions());
    } else if (locks.accounts().isEmpty()) {
      to.announcer().announceAnything();
    }
    // Nobody waits for what is spent or reserved.
    return result;
  }

  @Override
  public <R extends @Nullable Object> R writeQuietly(PreparedConnection.Work<R> work) {
    return writers().others().write(WriteLocks.NONE, work);
  }

  @Override
  public long append(Journal.Append append, AppendRows rows) {
    return AppendBatch.isPlain(append)
        ? writers().appends().append(append)
        : this.<Long>write(WriteLocks.of(append), link -> rows.append(link, append));
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
  public Subscription onForeignChange(Consumer<ForeignChange> hint) {
    return switch (dialect.url().hints()) {
      case LISTEN -> hints.subscribe(hint);
      case POLL -> poller.subscribe(hint);
    };
  }

  @Override
  public void close() {
    hints.close();
    poller.close();
    if (writers != null) {
      writers.appends().close();
      writers.announcer().close();
      writers.others().close();
    }
    readers.close();
  }
}
