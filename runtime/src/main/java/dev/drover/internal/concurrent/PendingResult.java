package dev.drover.internal.concurrent;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A value that is set once, and the threads that wait for it. Only the first value counts.
///
/// Most waits are long, or end at once. A platform thread that is parked and unparked pays more
/// than a step of a run takes, so it first spins for some microseconds; a virtual thread does not,
/// because others wait for its carrier.
///
/// All methods may be called by any thread.
public final class PendingResult<T> {
  /// In nanoseconds. On a single processor spinning only delays other threads.
  private static final long LOOKING = Runtime.getRuntime().availableProcessors() > 1 ? 30_000 : 0;

  private final AtomicReference<@Nullable Waiter> waiters = new AtomicReference<>();
  private volatile @Nullable T value;

  private record Waiter(Thread thread, @Nullable Waiter next) {}

  public void complete(T result) {
    synchronized (this) {
      if (value != null) {
        return;
      }
      value = result;
    }
    // A waiter that is added from here on checks the value afterwards, and finds it.
    for (var waiter = waiters.getAndSet(null); waiter != null; waiter = waiter.next()) {
      LockSupport.unpark(waiter.thread());
    }
  }

  /// The value if it is set.
  public @Nullable T now() {
    return value;
  }

  public T await() throws InterruptedException {
    var result = await(Long.MAX_VALUE);
    if (result == null) {
      throw new IllegalStateException("waited for ever, in vain");
    }
    return result;
  }

  /// @return null if the value was not set in time
  public @Nullable T await(long nanos) throws InterruptedException {
    var result = Thread.currentThread().isVirtual() ? value : look();
    if (result != null) {
      return result;
    }
    enlist();
    long left = nanos;
    long since = nanos == Long.MAX_VALUE ? 0 : MonotonicClock.now();
    while ((result = value) == null && left > 0) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, left);
        left = nanos - (MonotonicClock.now() - since);
      }
    }
    return result;
  }

  private @Nullable T look() {
    var result = value;
    long since = MonotonicClock.now();
    while (result == null && MonotonicClock.now() - since < LOOKING) {
      Thread.onSpinWait();
      result = value;
    }
    return result;
  }

  /// Waits through interrupts, and leaves the interrupt set.
  public T awaitUninterruptibly() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return await();
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void enlist() {
    @Nullable Waiter others;
    do {
      others = waiters.get();
    } while (!waiters.compareAndSet(others, new Waiter(Thread.currentThread(), others)));
  }
}
