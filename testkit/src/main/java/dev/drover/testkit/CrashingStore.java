package dev.drover.testkit;

import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.AccountStore;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A process that dies after a given append, as far as its store can tell: that append is durable,
/// its result is lost, and nothing this process does afterwards reaches the store. Its leases are
/// released, as when a real process is gone.
///
/// Safe for use by any thread.
public final class CrashingStore extends StoreWrapper {
  /// Never crashes.
  public static final int NEVER_CRASHES = Integer.MAX_VALUE;

  private final Store inner;
  private final int lastAppend;
  private final AtomicInteger appends = new AtomicInteger();
  private final AtomicReference<@Nullable OwnerId> owner = new AtomicReference<>();
  private final CountDownLatch death = new CountDownLatch(1);

  /// @param lastAppend the number of the append after which it crashes, counted from 1; 0 crashes
  ///   at the first attempt to append
  public CrashingStore(Store inner, int lastAppend) {
    super(inner);
    this.inner = inner;
    this.lastAppend = lastAppend;
  }

  /// The number of appends that became durable.
  public int appends() {
    return appends.get();
  }

  public boolean isCrashed() {
    return death.getCount() == 0;
  }

  public void awaitCrash() throws InterruptedException {
    death.await();
  }

  @Override
  public Journal journal() {
    return new JournalWrapper(inner.journal()) {
      @Override
      public void append(Journal.Append append) {
        synchronized (CrashingStore.this) {
          requireAlive();
          if (lastAppend == 0) {
            die();
            requireAlive();
          }
          super.append(append);
          if (appends.incrementAndGet() == lastAppend) {
            die();
          }
        }
        requireAlive();
      }
    };
  }

  @Override
  public Leases leases() {
    return new LeasesWrapper(inner.leases()) {
      @Override
      public void renew(OwnerId process, Duration length) {
        requireAlive();
        owner.set(process);
        super.renew(process, length);
      }

      @Override
      public void release(OwnerId process) {
        requireAlive();
        super.release(process);
      }

      @Override
      public void expire(Lease gone, Instant at) {
        requireAlive();
        super.expire(gone, at);
      }

      @Override
      public void releaseSession(OwnerId process, SessionId session, long after) {
        requireAlive();
        super.releaseSession(process, session, after);
      }
    };
  }

  @Override
  public AccountStore accounts() {
    return new AccountStore() {
      @Override
      public Reservation reserve(ReservationRequest claim) {
        requireAlive();
        return inner.accounts().reserve(claim);
      }

      @Override
      public AccountTotals totals(String account) {
        return inner.accounts().totals(account);
      }

      @Override
      public List<Holder> holders(String account) {
        return inner.accounts().holders(account);
      }

      @Override
      public void release(OwnerId process, SessionId session, EffectId effect) {
        requireAlive();
        inner.accounts().release(process, session, effect);
      }

      @Override
      public int release(OwnerId process) {
        requireAlive();
        return inner.accounts().release(process);
      }
    };
  }

  private void die() {
    var leases = inner.leases();
    leases.processes().stream()
        .filter(lease -> lease.owner().equals(owner.get()))
        .forEach(lease -> leases.expire(lease, Instant.MAX));
    death.countDown();
  }

  private void requireAlive() {
    if (isCrashed()) {
      throw new PortException(
          new Problem("process_dead", "Dead", "this process is dead", "Start another."), null);
    }
  }

  /// Leaves the wrapped store open: it belongs to the next process.
  @Override
  public void close() {}
}
