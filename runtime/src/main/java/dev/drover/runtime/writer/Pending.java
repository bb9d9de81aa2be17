package dev.drover.runtime.writer;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A value that will be there once, and those who wait for it. The first value stays.
///
/// Most of what is waited for takes long, or is there at once. A thread of the system that goes to
/// sleep and is woken again pays more for it than a step of a run takes, so it first looks for some
/// microseconds; a virtual thread does not, because others wait for its carrier.
///
/// All methods may be called by any thread.
public final class Pending<T> {
  /// In nanoseconds. With one processor whoever looks only keeps others from getting on.
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
    // Whoever adds itself from here on looks at the value afterwards, and finds it.
    for (var waiter = waiters.getAndSet(null); waiter != null; waiter = waiter.next()) {
      LockSupport.unpark(waiter.thread());
    }
  }

  /// The value if it is there.
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

  /// @return null if the value was not there in time
  public @Nullable T await(long nanos) throws InterruptedException {
    var result = Thread.currentThread().isVirtual() ? value : look();
    if (result != null) {
      return result;
    }
    enlist();
    long left = nanos;
    long since = nanos == Long.MAX_VALUE ? 0 : Ticks.now();
    while ((result = value) == null && left > 0) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, left);
        left = nanos - (Ticks.now() - since);
      }
    }
    return result;
  }

  private @Nullable T look() {
    var result = value;
    long since = Ticks.now();
    while (result == null && Ticks.now() - since < LOOKING) {
      Thread.onSpinWait();
      result = value;
    }
    return result;
  }

  /// Waits through interrupts, and leaves the interrupt set.
  public T awaitCalmly() {
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
