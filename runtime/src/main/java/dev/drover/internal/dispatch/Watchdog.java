package dev.drover.internal.dispatch;

import dev.drover.internal.concurrent.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Enforces the time limits of effects. It first interrupts an effect whose time limit has passed.
/// If that does not end it, it answers in its place, so that a tool which ignores interrupts does
/// not block its run.
///
/// It checks ten times a second while effects are monitored, and sleeps after a while without any.
/// So monitoring an effect that ends in time wakes no thread.
///
/// [#run] belongs to its own thread; the other methods may be called by any.
public final class Watchdog implements Runnable {
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long GRACE = TimeUnit.SECONDS.toNanos(3);
  private static final int LOOKS_BEFORE_SLEEP = 50;

  private final ConcurrentHashMap<RunningEffect, EffectDeadline> watched =
      new ConcurrentHashMap<>();
  private final Thread thread;
  private volatile boolean asleep;
  private volatile boolean closed;

  private record EffectDeadline(long ends, Duration timeout) {}

  public Watchdog() {
    thread = Thread.ofPlatform().daemon().name("drover-watchdog").start(this);
  }

  void watch(RunningEffect performance, Duration timeout) {
    watched.put(performance, new EffectDeadline(MonotonicClock.now() + timeout.toNanos(), timeout));
    if (asleep) {
      LockSupport.unpark(thread);
    }
  }

  void forget(RunningEffect performance) {
    watched.remove(performance);
  }

  @Override
  public void run() {
    int quiet = 0;
    while (!closed) {
      long now = MonotonicClock.now();
      watched.forEach((performance, term) -> look(performance, term, now));
      quiet = watched.isEmpty() ? quiet + 1 : 0;
      if (quiet < LOOKS_BEFORE_SLEEP) {
        LockSupport.parkNanos(this, LOOK);
      } else {
        sleep();
        quiet = 0;
      }
    }
  }

  private void sleep() {
    asleep = true;
    // A thread that adds an effect from here on either finds this asleep or is seen here.
    if (watched.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    asleep = false;
  }

  private void look(RunningEffect performance, EffectDeadline term, long now) {
    if (now - term.ends() >= GRACE) {
      watched.remove(performance);
      performance.answerTimeout(term.timeout());
    } else if (now - term.ends() >= 0) {
      performance.expire();
    }
  }

  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
