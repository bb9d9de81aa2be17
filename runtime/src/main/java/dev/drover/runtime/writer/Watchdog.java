package dev.drover.runtime.writer;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Watches how long effects take. First it interrupts one whose time has run out; if that does not
/// end it, it answers in its place, so that a tool which ignores interrupts holds up nobody.
///
/// It looks around ten times a second while something is watched, and sleeps when nothing has been
/// for a while. So watching an effect that ends in time wakes no thread.
///
/// [#run] belongs to its own thread; the other methods may be called by any.
final class Watchdog implements Runnable {
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long GRACE = TimeUnit.SECONDS.toNanos(3);
  private static final int LOOKS_BEFORE_SLEEP = 50;

  private final ConcurrentHashMap<Performance, Term> watched = new ConcurrentHashMap<>();
  private final Thread thread;
  private volatile boolean asleep;
  private volatile boolean closed;

  private record Term(long ends, Duration timeout) {}

  Watchdog() {
    thread = Thread.ofPlatform().daemon().name("drover-watchdog").start(this);
  }

  void watch(Performance performance, Duration timeout) {
    watched.put(performance, new Term(Ticks.now() + timeout.toNanos(), timeout));
    if (asleep) {
      LockSupport.unpark(thread);
    }
  }

  void forget(Performance performance) {
    watched.remove(performance);
  }

  @Override
  public void run() {
    int quiet = 0;
    while (!closed) {
      long now = Ticks.now();
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
    // Whoever watches from here on either finds this asleep or is found here.
    if (watched.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    asleep = false;
  }

  private void look(Performance performance, Term term, long now) {
    if (now - term.ends() >= GRACE) {
      watched.remove(performance);
      performance.giveUp(term.timeout());
    } else if (now - term.ends() >= 0) {
      performance.expire();
    }
  }

  void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
