package dev.drover.internal.cluster;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.AccountStore.Holder;
import dev.drover.spi.store.Leases.Lease;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import dev.drover.spi.store.Store.ForeignChange;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The lease of this process on the store: it is renewed while the process works, and changes by
/// other processes are reported to listeners. The lease starts with the first work, so a process
/// that only reads writes nothing.
///
/// All methods may be called by any thread.
public final class ProcessLease {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessLease.class);
  private static final int RENEWALS_PER_LEASE = 3;

  private final Store store;
  private final Time time;
  private final Duration lease;
  private final Consumer<ForeignChange> lookAround;
  private final ProcessLiveness liveness = new ProcessLiveness();
  private final OwnerId owner;
  // By the elapsed time of this process: its clock may be set, and may differ from the store's.
  private volatile long heldUntil;
  private volatile boolean isHeld;
  private volatile long leaseEpoch;
  private final AtomicReference<@Nullable ActiveLease> begun = new AtomicReference<>();

  private record ActiveLease(Store.Subscription hints, Thread renewal) {}

  public ProcessLease(Store store, Time time, Duration lease, Consumer<ForeignChange> lookAround) {
    this.store = store;
    this.time = time;
    this.lease = lease;
    this.lookAround = lookAround;
    this.owner = liveness.nameThisProcess(time.freshId("p-"));
  }

  public OwnerId owner() {
    return owner;
  }

  public void begin() {
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
    begun.set(new ActiveLease(store.onForeignChange(lookAround), renewal));
    renewal.start();
  }

  /// Whether no living process drives this session.
  public boolean readIsFree(SessionId session) {
    var holder = store.leases().holder(session);
    return holder.isEmpty()
        || holder.get().owner().equals(owner)
        || !liveness.isAlive(holder.get());
  }

  /// Whether the last events of the session were written by this process.
  public boolean readIsLastWriter(SessionId session) {
    return store.leases().lastWriter(session).filter(owner::equals).isPresent();
  }

  /// Whether the process that drove the session released it, as opposed to died.
  public boolean readIsReleased(SessionId session) {
    return store.leases().lastWriter(session).isEmpty();
  }

  /// Whether another process is dead.
  public boolean isGone(Lease lease) {
    return !lease.owner().equals(owner) && !liveness.isAlive(lease);
  }

  /// Whether a process that holds something is dead.
  public boolean isGone(Holder holder) {
    var known = holder.lease();
    return !holder.owner().equals(owner) && (known == null || !liveness.isAlive(known));
  }

  /// The number of the current lease epoch. A new epoch begins when the process was suspended, or
  /// could not reach the store, for so long that others may have considered it dead.
  public long leaseEpoch() {
    return leaseEpoch;
  }

  /// Whether the epoch has not changed and has no gap now.
  boolean isSameEpoch(long since) {
    return since == leaseEpoch && hasTimeLeft(time.elapsedNanos());
  }

  /// Ends the gap, if there is one.
  synchronized void renewAfterPause() {
    if (begun.get() != null && !isSameEpoch(leaseEpoch)) {
      renew();
    }
  }

  private synchronized void renew() {
    // Before the request: the store counts from a later moment, so its lease ends later than this.
    long now = time.elapsedNanos();
    store.leases().renew(owner, lease);
    if (!hasTimeLeft(now)) {
      leaseEpoch = leaseEpoch + 1;
    }
    heldUntil = now + lease.toNanos();
    isHeld = true;
  }

  private boolean hasTimeLeft(long now) {
    return isHeld && heldUntil - now > 0;
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

  /// The lease must not be renewed after its end: sessions would seem to be held. The interrupt
  /// alone does not prevent this, because it may arrive after the sleep.
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

  /// Lets other processes drive the session, unless something was appended to it since.
  ///
  /// @param after the number of its last event when it was released
  public void letGo(SessionId session, long after) {
    try {
      store.leases().releaseSession(owner, session, after);
    } catch (PortException broken) {
      LOG.warn("cannot say that session {} was let go of: {}", session, broken.problem());
    }
  }

  public synchronized void end() {
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
