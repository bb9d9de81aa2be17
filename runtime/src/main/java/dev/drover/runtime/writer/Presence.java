package dev.drover.runtime.writer;

import dev.drover.kernel.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Accounts.Holder;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.Store;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// This process's place among those at work on the store: it says that it is here, for as long as
/// it is, and hears when others may have changed something. Begins with the first work, so that a
/// process which only looks writes nothing.
///
/// All methods may be called by any thread.
final class Presence {
  private static final Logger LOG = LoggerFactory.getLogger(Presence.class);
  private static final int RENEWALS_PER_LEASE = 3;

  private final Store store;
  private final Time time;
  private final Duration lease;
  private final Runnable lookAround;
  private final Liveness liveness = new Liveness();
  private final OwnerId owner;
  private volatile Instant heldUntil = Instant.MIN;
  private volatile long spell;
  private final AtomicReference<@Nullable Begun> begun = new AtomicReference<>();

  private record Begun(Store.Subscription hints, Thread renewal) {}

  Presence(Store store, Time time, Duration lease, Runnable lookAround) {
    this.store = store;
    this.time = time;
    this.lease = lease;
    this.lookAround = lookAround;
    this.owner = liveness.nameThisProcess(time.freshId("p-"));
  }

  OwnerId owner() {
    return owner;
  }

  void begin() {
    if (begun.get() == null) {
      beginOnce();
    }
  }

  private synchronized void beginOnce() {
    if (begun.get() != null) {
      return;
    }
    renew();
    var renewal = Thread.ofVirtual().name("drover-presence").unstarted(this::keepRenewing);
    begun.set(new Begun(store.onForeignChange(lookAround), renewal));
    renewal.start();
  }

  /// No process that is still there drives this session.
  boolean isFree(SessionId session) {
    var holder = store.leases().holder(session);
    return holder.isEmpty()
        || holder.get().owner().equals(owner)
        || !liveness.isAlive(holder.get(), time.now());
  }

  /// Whether the process that drove the session has let go of it, and did not die.
  boolean isLetGo(SessionId session) {
    return store.leases().lastWriter(session).isEmpty();
  }

  /// Whether another process is there no more.
  boolean isGone(Lease lease) {
    return !lease.owner().equals(owner) && !liveness.isAlive(lease, time.now());
  }

  /// Whether a process that holds something is there no more.
  boolean isGone(Holder holder) {
    var until = holder.until();
    return !holder.owner().equals(owner)
        && (until == null || !liveness.isAlive(new Lease(holder.owner(), until), time.now()));
  }

  /// A number for the time in which this process is here without a gap: one in which it stood
  /// still, or could not reach the store, for so long that others may have taken it for dead.
  long spell() {
    return spell;
  }

  /// Whether there was no gap since, and there is none now.
  boolean isStill(long since) {
    return since == spell && time.now().isBefore(heldUntil);
  }

  /// Ends the gap, if there is one.
  synchronized void comeBack() {
    if (begun.get() != null && !isStill(spell)) {
      renew();
    }
  }

  private synchronized void renew() {
    var now = time.now();
    store.leases().renew(owner, now.plus(lease));
    if (!now.isBefore(heldUntil)) {
      spell = spell + 1;
    }
    heldUntil = now.plus(lease);
  }

  private void keepRenewing() {
    try {
      while (true) {
        time.sleepUntil(time.now().plus(lease.dividedBy(RENEWALS_PER_LEASE)));
        renewUnlessEnded();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whoever has left must not be renewed: what it held would seem to be held by somebody. The
  /// interrupt alone does not see to that, it may come when the sleep is over.
  private synchronized void renewUnlessEnded() {
    if (begun.get() == null) {
      return;
    }
    try {
      renew();
    } catch (PortException broken) {
      LOG.warn("cannot say that this process is at work: {}", broken.problem());
    }
  }

  /// Somebody else may drive the session, unless something was written to it since.
  ///
  /// @param after the number of its last event when it was let go of
  void letGo(SessionId session, long after) {
    try {
      store.leases().letGo(owner, session, after);
    } catch (PortException broken) {
      LOG.warn("cannot say that session {} was let go of: {}", session, broken.problem());
    }
  }

  synchronized void end() {
    var ending = begun.getAndSet(null);
    if (ending == null) {
      return;
    }
    ending.hints().close();
    ending.renewal().interrupt();
    try {
      store.leases().release(owner);
    } catch (PortException broken) {
      LOG.warn("cannot say that this process has left: {}", broken.problem());
    }
  }
}
