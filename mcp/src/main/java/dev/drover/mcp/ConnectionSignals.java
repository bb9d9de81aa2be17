package dev.drover.mcp;

import dev.drover.spi.time.Time;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Wakes the thread of a connection. Each signal is kept until it is taken, and counts once however
/// often it is given meanwhile. Safe for use by many threads.
final class ConnectionSignals {
  /// What happened.
  enum Signal {
    CLOSED,
    RECONNECT,
    LOST,
    REFRESH,
    TIME
  }

  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final EnumSet<Signal> pending = EnumSet.noneOf(Signal.class);
  private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();

  ConnectionSignals(Time time) {
    this.time = time;
  }

  void give(Signal signal) {
    lock.lock();
    try {
      pending.add(signal);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Gives a signal later, unless [#forgetTimers] is called before.
  void giveAfter(Duration wait, Signal signal) {
    var sleeper =
        Thread.ofVirtual()
            .name("mcp-timer")
            .unstarted(
                () -> {
                  try {
                    time.sleepUntil(time.now().plus(wait));
                    give(signal);
                  } catch (InterruptedException _) {
                    // No longer needed.
                  } finally {
                    sleepers.remove(Thread.currentThread());
                  }
                });
    sleepers.add(sleeper);
    sleeper.start();
  }

  void forgetTimers() {
    sleepers.forEach(Thread::interrupt);
    lock.lock();
    try {
      pending.remove(Signal.TIME);
    } finally {
      lock.unlock();
    }
  }

  /// Waits for a signal. The most important one is returned first; the end stays for ever.
  Signal take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (pending.isEmpty()) {
        changed.await();
      }
      var first = pending.iterator().next();
      if (first != Signal.CLOSED) {
        pending.remove(first);
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  void drop(Signal signal) {
    lock.lock();
    try {
      pending.remove(signal);
    } finally {
      lock.unlock();
    }
  }
}
