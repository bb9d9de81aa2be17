package dev.drover.testkit;

import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/// A clock that only the test moves, ids that are counted from one, and no randomness. Two runs of
/// one script produce the same bytes.
///
/// All methods may be called by any thread.
public final class VirtualTime implements Time {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Long> names = new HashMap<>();
  private final List<Instant> sleepers = new ArrayList<>();
  private Instant now = START;

  public VirtualTime() {}

  @Override
  public Instant now() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  /// Advances the clock and wakes the threads that slept until then. Concurrent calls add up: no
  /// advance is lost.
  public void advance(Duration by) {
    lock.lock();
    try {
      set(now.plus(by));
    } finally {
      lock.unlock();
    }
  }

  /// Sets the clock, forward or back.
  public void set(Instant to) {
    lock.lock();
    try {
      now = to;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void sleepUntil(Instant until) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      sleepers.add(until);
      changed.signalAll();
      while (now.isBefore(until)) {
        changed.await();
      }
    } finally {
      sleepers.remove(until);
      lock.unlock();
    }
  }

  /// Waits until at least this many threads sleep on this clock until a future time.
  public void awaitSleepers(int count) throws InterruptedException {
    awaitSleepers(() -> count);
  }

  /// Like [#awaitSleepers(int)], for a number that may change: it is evaluated again whenever a
  /// thread begins to sleep or the clock is set, even to the same time.
  public void awaitSleepers(IntSupplier count) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (sleepers.stream().filter(now::isBefore).count() < count.getAsInt()) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Advances the clock to the first moment at which a thread wakes up, if any thread sleeps.
  ///
  /// @return the current time
  public Instant advanceToNext() {
    lock.lock();
    try {
      now = sleepers.stream().filter(now::isBefore).min(Instant::compareTo).orElse(now);
      changed.signalAll();
      return now;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String freshId(String prefix) {
    lock.lock();
    try {
      return prefix + names.merge(prefix, 1L, Long::sum);
    } finally {
      lock.unlock();
    }
  }

  /// Always the middle value: jitter makes no difference.
  @Override
  public double random() {
    return 0.5;
  }
}
