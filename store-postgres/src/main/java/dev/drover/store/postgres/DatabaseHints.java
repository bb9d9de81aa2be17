package dev.drover.store.postgres;

import dev.drover.spi.PortException;
import dev.drover.spi.store.Store.ForeignChange;
import dev.drover.spi.store.Store.Subscription;
import dev.drover.store.sql.UninterruptibleWait;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Listens for the announcements of other stores, while there are subscribers. A hint that is lost
/// only delays: processes also look for work regularly.
///
/// Any thread subscribes and unsubscribes; one daemon thread listens, on a connection of its own,
/// and calls the hints. After it was disconnected it calls them once, because it may have missed
/// some.
final class DatabaseHints implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseHints.class);
  private static final int WAIT_MILLIS = 250;
  private static final Duration RECONNECT_AFTER = Duration.ofSeconds(1);

  private final PostgresDialect dialect;
  private final String store;
  private final List<Hint> hints = new ArrayList<>();
  private @Nullable Thread listener;
  private boolean closed;

  /// Two subscriptions may share a callback, so the callback does not identify one.
  private record Hint(Consumer<ForeignChange> call, Object identity) {}

  /// @param store the name of this store, whose own announcements are not hints
  DatabaseHints(PostgresDialect dialect, String store) {
    this.dialect = dialect;
    this.store = store;
  }

  static String channel(PostgresUrl url) {
    return "drover_changes_" + url.schema();
  }

  Subscription subscribe(Consumer<ForeignChange> call) {
    var hint = new Hint(call, new Object());
    synchronized (this) {
      if (closed) {
        throw dialect.closed();
      }
      if (listener == null) {
        // Before this returns: all later changes are announced to it.
        var first = listening();
        listener =
            Thread.ofPlatform().daemon().name("drover-store-listener").start(() -> listen(first));
      }
      hints.add(hint);
    }
    return () -> remove(hint);
  }

  private synchronized void remove(Hint hint) {
    hints.remove(hint);
  }

  private Connection listening() {
    try {
      return connected();
    } catch (SQLException broken) {
      throw dialect.problem(broken);
    }
  }

  private Connection connected() throws SQLException {
    var connection = PostgresDialect.connect(dialect.url());
    try (var statement = connection.createStatement()) {
      statement.execute("LISTEN " + channel(dialect.url()));
      return connection;
    } catch (SQLException broken) {
      connection.close();
      throw broken;
    }
  }

  private void listen(Connection first) {
    @Nullable Connection connection = first;
    while (continueListening()) {
      try {
        if (connection == null) {
          connection = connected();
          // Announcements may have been missed.
          call(new ForeignChange.Anything());
        }
        foreign(connection).ifPresent(change -> call(change.change()));
      } catch (SQLException | PortException broken) {
        LOG.debug("cannot listen for changes of the store: {}", broken.getMessage());
        connection = closed(connection);
        LockSupport.parkNanos(RECONNECT_AFTER.toNanos());
      }
    }
    closed(connection);
  }

  /// The announcements of other stores, in one.
  private Optional<ChangeNotice> foreign(Connection connection) throws SQLException {
    var notifications = connection.unwrap(PGConnection.class).getNotifications(WAIT_MILLIS);
    return notifications == null
        ? Optional.empty()
        : Arrays.stream(notifications)
            .map(PGNotification::getParameter)
            .map(ChangeNotice::parse)
            .filter(notice -> !notice.store().equals(store))
            .reduce(ChangeNotice::and);
  }

  private void call(ForeignChange change) {
    current().forEach(hint -> call(hint, change));
  }

  private static @Nullable Connection closed(@Nullable Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException broken) {
        LOG.debug("a connection could not be closed: {}", broken.getMessage());
      }
    }
    return null;
  }

  /// @return false if there is no listener left; the next listener starts a new thread
  private synchronized boolean continueListening() {
    if (hints.isEmpty()) {
      listener = null;
    }
    return !hints.isEmpty();
  }

  private synchronized List<Hint> current() {
    return List.copyOf(hints);
  }

  private static void call(Hint hint, ForeignChange change) {
    try {
      hint.call().accept(change);
    } catch (RuntimeException broken) {
      // One subscriber's failure must not end the hints of the others.
      LOG.warn("a hint that the store has changed failed", broken);
    }
  }

  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      closed = true;
      hints.clear();
      last = listener;
    }
    if (last != null) {
      UninterruptibleWait.join(last);
    }
  }
}
