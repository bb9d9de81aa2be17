package dev.drover.store.sql;

import dev.drover.spi.PortException;
import dev.drover.spi.store.Store.ForeignChange;
import dev.drover.spi.store.Store.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Polls for writes of other processes, while there are subscribers.
///
/// Any thread subscribes and unsubscribes; one daemon thread polls, and calls the hints. The thread
/// exists only while there are subscribers.
public final class ForeignChangePoller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ForeignChangePoller.class);

  private final LongSupplier version;
  private final Duration pause;
  private final List<Hint> hints = new ArrayList<>();
  private @Nullable Thread watcher;
  private boolean closed;

  /// Two subscriptions may share a callback, so the callback does not identify one.
  private record Hint(Consumer<ForeignChange> call, Object identity) {}

  /// @param version changes when another process has written
  /// @param pause between two polls
  public ForeignChangePoller(LongSupplier version, Duration pause) {
    this.version = version;
    this.pause = pause;
  }

  public Subscription subscribe(Consumer<ForeignChange> call) {
    var hint = new Hint(call, new Object());
    // Read before this returns: all later writes are detected.
    long known = version.getAsLong();
    synchronized (this) {
      if (!closed) {
        hints.add(hint);
      }
      if (watcher == null && !closed) {
        watcher =
            Thread.ofPlatform().daemon().name("drover-store-watcher").start(() -> watch(known));
      }
    }
    return () -> remove(hint);
  }

  private synchronized void remove(Hint hint) {
    hints.remove(hint);
    wakeIfIdle();
  }

  private void wakeIfIdle() {
    if (hints.isEmpty() && watcher != null) {
      LockSupport.unpark(watcher);
    }
  }

  private void watch(long known) {
    long last = known;
    while (continuePolling()) {
      LockSupport.parkNanos(pause.toNanos());
      try {
        long now = version.getAsLong();
        if (now != last) {
          last = now;
          current().forEach(ForeignChangePoller::call);
        }
      } catch (PortException unreachable) {
        // Readers and writers get the error; polling is retried.
        LOG.debug("cannot see whether the store has changed: {}", unreachable.getMessage());
      }
    }
  }

  /// @return false if there is no listener left; the next one starts a new thread
  private synchronized boolean continuePolling() {
    if (hints.isEmpty()) {
      watcher = null;
    }
    return !hints.isEmpty();
  }

  private synchronized List<Hint> current() {
    return List.copyOf(hints);
  }

  private static void call(Hint hint) {
    try {
      hint.call().accept(new ForeignChange.Anything());
    } catch (RuntimeException broken) {
      // One subscriber's failure must not end the hints of the others.
      LOG.warn("a hint that the store has changed failed", broken);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    hints.clear();
    wakeIfIdle();
  }
}
