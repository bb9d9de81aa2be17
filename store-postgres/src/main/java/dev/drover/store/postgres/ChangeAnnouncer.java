package dev.drover.store.postgres;

import dev.drover.spi.PortException;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.UninterruptibleWait;
import dev.drover.store.sql.WriteLocks;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells other stores that this one has written: after the commit, because an announcement inside
/// of it would make all commits of the server wait for each other, and once for many commits.
///
/// An announcement names the sessions that were changed, so that others read nothing else.
///
/// Any thread calls [#announce] and [#announceAnything]; one daemon thread sends.
final class ChangeAnnouncer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeAnnouncer.class);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final PostgresUrl url;
  private final String store;
  private final WriteLane lane;
  private final AtomicReference<@Nullable ChangeNotice> due = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean closed;

  ChangeAnnouncer(PostgresUrl url, String store, WriteLane lane) {
    this.url = url;
    this.store = store;
    this.lane = lane;
    this.thread =
        Thread.ofPlatform().daemon().name("drover-store-announcer").unstarted(this::serve);
  }

  ChangeAnnouncer start() {
    thread.start();
    return this;
  }

  void announce(Collection<String> sessions) {
    add(ChangeNotice.of(store, sessions));
  }

  void announceAnything() {
    add(ChangeNotice.ofAnything(store));
  }

  private void add(ChangeNotice change) {
    if (due.getAndAccumulate(change, ChangeAnnouncer::both) == null) {
      LockSupport.unpark(thread);
    }
  }

  private static ChangeNotice both(@Nullable ChangeNotice known, @Nullable ChangeNotice added) {
    var fresh = Objects.requireNonNull(added);
    return known == null ? fresh : known.and(fresh);
  }

  private void serve() {
    while (!closed || due.get() != null) {
      var change = due.getAndSet(null);
      if (change != null) {
        send(change);
        LockSupport.parkNanos(PAUSE.toNanos());
      } else {
        LockSupport.park(this);
      }
    }
    if (url.hints() == PostgresUrl.Hints.POLL) {
      leave();
    }
  }

  private void send(ChangeNotice change) {
    try {
      lane.write(WriteLocks.NONE, link -> send(link, change));
    } catch (PortException broken) {
      // The writers get the error; others find the change when they look for work.
      LOG.debug("a change was not announced: {}", broken.getMessage());
    }
  }

  /// Nobody waits for it, and nothing is lost with it.
  private int send(PreparedConnection link, ChangeNotice change) throws SQLException {
    link.execute("SET LOCAL synchronous_commit TO off");
    if (url.hints() == PostgresUrl.Hints.LISTEN) {
      link.first("SELECT pg_notify(?, ?)", row -> 0, DatabaseHints.channel(url), change.payload());
      return 0;
    }
    return link.update(
        """
        INSERT INTO store_changes (store, changes, at) VALUES (?, 1, now())
        ON CONFLICT (store) DO UPDATE SET changes = store_changes.changes + 1, at = now()\
        """,
        store);
  }

  /// Also removes the rows of stores that were not closed.
  private void leave() {
    try {
      lane.write(
          WriteLocks.NONE,
          link ->
              link.update(
                  "DELETE FROM store_changes WHERE store = ? OR at < now() - interval '1 day'",
                  store));
    } catch (PortException broken) {
      LOG.debug("a row of a closed store is left: {}", broken.getMessage());
    }
  }

  /// The number of changes that other stores announced, for a store that cannot listen.
  static long foreignChanges(PreparedConnection link, String store) throws SQLException {
    return link.first(
            "SELECT COALESCE(SUM(changes), 0)::int8 FROM store_changes WHERE store <> ?",
            row -> row.getLong(1),
            store)
        .orElse(0L);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    UninterruptibleWait.join(thread);
  }
}
