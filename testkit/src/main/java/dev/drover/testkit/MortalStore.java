package dev.drover.testkit;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Accounts;
import dev.drover.spi.store.Append;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Leases;
import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A process that dies after a given append, as far as its store can tell: that append is durable,
/// nobody hears of it, and nothing this process does afterwards reaches the store. What it held is
/// free, as it is when a real process is gone.
///
/// Safe for use by any thread.
public final class MortalStore extends StoreWrapper {
  /// Never dies.
  public static final int IMMORTAL = Integer.MAX_VALUE;

  private final Store inner;
  private final int lastAppend;
  private final AtomicInteger appends = new AtomicInteger();
  private final AtomicReference<@Nullable OwnerId> owner = new AtomicReference<>();
  private final CountDownLatch death = new CountDownLatch(1);

  /// @param lastAppend the number of the append it dies after, counted from 1; 0 dies at the first
  ///   attempt to append anything
  public MortalStore(Store inner, int lastAppend) {
    super(inner);
    this.inner = inner;
    this.lastAppend = lastAppend;
  }

  /// How many appends became durable.
  public int appends() {
    return appends.get();
  }

  public boolean isDead() {
    return death.getCount() == 0;
  }

  public void awaitDeath() throws InterruptedException {
    death.await();
  }

  @Override
  public Journal journal() {
    return new JournalWrapper(inner.journal()) {
      @Override
      public void append(Append append) {
        synchronized (MortalStore.this) {
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
      public void renew(OwnerId process, Instant until) {
        requireAlive();
        owner.set(process);
        super.renew(process, until);
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
      public void letGo(OwnerId process, SessionId session, long after) {
        requireAlive();
        super.letGo(process, session, after);
      }
    };
  }

  @Override
  public Accounts accounts() {
    return new Accounts() {
      @Override
      public Grant reserve(Claim claim) {
        requireAlive();
        return inner.accounts().reserve(claim);
      }

      @Override
      public Standing standing(String account) {
        return inner.accounts().standing(account);
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
    if (isDead()) {
      throw new PortException(
          new Problem("process_dead", "Dead", "this process is dead", "Start another."), null);
    }
  }

  /// Leaves the store behind it open: it belongs to the next process.
  @Override
  public void close() {}
}
