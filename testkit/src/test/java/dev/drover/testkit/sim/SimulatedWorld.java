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

/// Owns the order of everything. Exactly one thing happens at a time, on the thread that calls
/// [#step]: a virtual thread runs until it waits or reaches a port, and then the next one is drawn.
/// The clock stands still while any thread can run, except for occasional slow threads.
///
/// Belongs to one thread, which carries all virtual threads of all processes. Only [#ready] is also
/// called by other threads: by those of a store that has its own, during its calls.
final class SimulatedWorld {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /// In one of this many steps the clock advances although a thread could run.
  private static final int SLOWNESS = 64;

  private static final long STORE_SECONDS = 30;

  /// The JVM thread that wakes a virtual thread when a monitor becomes free.
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
  private final SimulationTrace trace = new SimulationTrace();
  private Instant now = START;
  private long steps;
  private long sleeps;
  private volatile boolean inStore;
  private boolean isCalm;

  /// @param by the name of the thread that woke it
  private record Ready(SimProcess process, Runnable continuation, String by) {}

  /// @param number of sleeps that began before, which orders two at one time
  private record Sleeper(Instant until, long number, SimProcess process, Thread thread) {}

  SimulatedWorld(long seed) {
    order = new SplittableRandom(seed);
  }

  Instant now() {
    return now;
  }

  long steps() {
    return steps;
  }

  SimulationTrace trace() {
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
    // If the store answers before its caller has begun to wait, the carrier makes it ready.
    if (isOurs && !inStore) {
      ready.add(new Ready(process, continuation, current.getName()));
    } else {
      returned.add(new Ready(process, continuation, current.getName()));
    }
  }

  /// A process is gone. Its operations do not end: they stop.
  void kill(SimProcess process) {
    trace.add("kill " + process);
    process.die();
    ready.removeIf(each -> each.process() == process);
    sleepers.removeIf(each -> each.process() == process);
  }

  /// From now on no thread is slow.
  void calmDown() {
    isCalm = true;
    stalled.clear();
  }

  /// No thread of a process runs for some time, as when its machine swaps.
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

  /// Nothing happens until then.
  void idleUntil(Instant until) {
    now = until;
  }

  /// Advances the clock to the next time at which anything can happen.
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

  /// A store with its own threads answers on one of them. No other thread runs until it has
  /// answered, so its real duration makes no difference.
  private void awaitStore() {
    for (var back = back(); back != null; back = back()) {
      back.continuation().run();
    }
  }

  /// @return the thread that the store has answered, if one waits for that; else one that was woken
  ///   late, because it had seen the answer before the wakeup: it keeps waiting
  private @Nullable Ready back() {
    if (!inStore) {
      var late = returned.poll();
      if (late != null && late.by().equals(UNBLOCKER)) {
        throw new AssertionError(
            "a thread of %s had to wait: a monitor was held at a port".formatted(late.process()));
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

  /// Between these two calls a thread is in the store, and nothing else happens.
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
