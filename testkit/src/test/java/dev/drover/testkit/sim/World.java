package dev.drover.testkit.sim;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Owns all order. Exactly one thing happens at a time, on the thread that calls [#step]: a virtual
/// thread goes on until it waits or comes to a port, and then it is drawn who is next. Time stands
/// still while anybody can go on, but for now and then, when somebody is slow.
///
/// Belongs to one thread, which carries all virtual threads of all processes. Only [#ready] is
/// called by others as well: by the threads of a store that has its own, while it is called.
final class World {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /// One in so many steps the clock goes on though somebody could work.
  private static final int SLOWNESS = 64;

  private static final long STORE_SECONDS = 30;

  /// The thread of the JVM that wakes a virtual thread for which a monitor is free.
  private static final String UNBLOCKER = "VirtualThread-unblocker";

  private final SplittableRandom order;
  private final Thread carrier = Thread.currentThread();
  private final List<SimProcess> processes = new ArrayList<>();
  private final List<Ready> ready = new ArrayList<>();
  private final PriorityQueue<Sleeper> sleepers =
      new PriorityQueue<>(Comparator.comparing(Sleeper::until).thenComparingLong(Sleeper::number));
  private final Map<SimProcess, Instant> stalled = new HashMap<>();
  private final Map<String, Long> names = new HashMap<>();
  private final LinkedBlockingQueue<Ready> returned = new LinkedBlockingQueue<>();
  private final Trace trace = new Trace();
  private Instant now = START;
  private long steps;
  private long sleeps;
  private volatile boolean inStore;
  private boolean isCalm;

  /// @param by the name of the thread that has woken it
  private record Ready(SimProcess process, Runnable continuation, String by) {}

  /// @param number of sleeps that began before, so that two at one time have an order
  private record Sleeper(Instant until, long number, SimProcess process, Thread thread) {}

  World(long seed) {
    order = new SplittableRandom(seed);
  }

  Instant now() {
    return now;
  }

  long steps() {
    return steps;
  }

  Trace trace() {
    return trace;
  }

  SimProcess process() {
    var process = new SimProcess(this, "p" + (processes.size() + 1));
    processes.add(process);
    return process;
  }

  void ready(SimProcess process, Runnable continuation) {
    var current = Thread.currentThread();
    boolean isOurs = current.equals(carrier) || current.isVirtual();
    // Where the store answers before its caller has begun to wait, the carrier says so.
    if (isOurs && !inStore) {
      ready.add(new Ready(process, continuation, current.getName()));
    } else {
      returned.add(new Ready(process, continuation, current.getName()));
    }
  }

  /// A process is gone. What it had under way does not end: it stops.
  void kill(SimProcess process) {
    trace.add("kill " + process);
    process.die();
    ready.removeIf(each -> each.process() == process);
    sleepers.removeIf(each -> each.process() == process);
  }

  /// From here on nobody is slow.
  void calmDown() {
    isCalm = true;
    stalled.clear();
  }

  /// Nothing of a process goes on for some time, as when its machine swaps.
  void stall(SimProcess process, Duration length) {
    trace.add("stall " + process);
    stalled.put(process, now.plus(length));
  }

  /// Lets one thing happen.
  ///
  /// @return false if nothing can, now or later
  boolean step() {
    steps++;
    stalled.values().removeIf(until -> !until.isAfter(now));
    var able = ready.stream().filter(each -> !stalled.containsKey(each.process())).toList();
    if (able.isEmpty() || (order.nextInt(SLOWNESS) == 0 && !isCalm)) {
      if (!pass() && able.isEmpty()) {
        return false;
      }
      if (able.isEmpty()) {
        return true;
      }
    }
    int pick = order.nextInt(able.size());
    var next = able.get(pick);
    ready.remove(next);
    trace.add(next.process(), pick, able.size(), now);
    next.continuation().run();
    awaitStore();
    return true;
  }

  /// Nobody does anything until then.
  void idleUntil(Instant until) {
    now = until;
  }

  /// The clock goes to the next time at which anything can happen.
  private boolean pass() {
    var sleeper = sleepers.peek();
    var wakes = sleeper == null ? null : sleeper.until();
    for (var until : stalled.values()) {
      wakes = wakes == null || until.isBefore(wakes) ? until : wakes;
    }
    if (wakes == null) {
      return false;
    }
    now = wakes.isAfter(now) ? wakes : now;
    while (!sleepers.isEmpty() && !sleepers.peek().until().isAfter(now)) {
      LockSupport.unpark(sleepers.remove().thread());
    }
    return true;
  }

  /// A store with threads of its own answers on one of them. Nobody else goes on until it has, so
  /// what it takes in real time makes no difference.
  private void awaitStore() {
    for (var back = back(); back != null; back = back()) {
      back.continuation().run();
    }
  }

  /// @return the thread that the store has answered, if one waits for that; else one that was woken
  ///   late, because it had seen the answer before it was told of it: it goes on waiting
  private @Nullable Ready back() {
    if (!inStore) {
      var late = returned.poll();
      if (late != null && late.by().equals(UNBLOCKER)) {
        throw new AssertionError(
            "a thread of %s had to wait: somebody held a monitor at a port"
                .formatted(late.process()));
      }
      return late;
    }
    try {
      var answered = returned.poll(STORE_SECONDS, TimeUnit.SECONDS);
      if (answered == null) {
        throw new AssertionError("the store does not answer");
      }
      return answered;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", stop);
    }
  }

  /// Between these two a thread is in the store, and nothing else happens.
  void enterStore() {
    inStore = true;
  }

  void leaveStore() {
    inStore = false;
  }

  /// Waits on this world's clock.
  void sleepUntil(SimProcess process, Instant until) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    while (now.isBefore(until)) {
      var sleeper = new Sleeper(until, sleeps++, process, Thread.currentThread());
      sleepers.add(sleeper);
      LockSupport.park(this);
      sleepers.remove(sleeper);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  String freshId(String prefix) {
    return prefix + names.merge(prefix, 1L, Long::sum);
  }
}
