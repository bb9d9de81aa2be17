package dev.drover.testkit.sim;

import dev.drover.problem.DroverException;
import dev.drover.spi.PortException;
import dev.drover.testkit.sim.SimFault.Kind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Runs one plan from beginning to end, and records what was observed.
final class Simulation {
  private static final long MOST_STEPS = 300_000;
  private static final Duration SPAN = Duration.ofSeconds(100);
  private static final Duration STALL = Duration.ofSeconds(45);

  /// The time within which everything is taken over: the lease, and two seconds.
  private static final Duration TAKEOVER = Duration.ofSeconds(32);

  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final Duration ROUND = Duration.ofSeconds(7);
  private static final int ROUNDS = 10;

  private final SimulationPlan plan;
  private final SimulationContext context;
  private final LawViolations violations = new LawViolations();
  private final List<SimProcess> processes = new ArrayList<>();
  private final List<SimHost> hosts = new ArrayList<>();
  private final List<SimHost> everybody = new ArrayList<>();
  private final SimProcess people;

  /// @param violations the broken laws, as text
  /// @param trace hash of all that happened and its order
  record Report(
      SimulationPlan plan,
      List<String> violations,
      long trace,
      long steps,
      Set<String> events,
      Set<Kind> faults,
      List<String> story) {
    boolean isGood() {
      return violations.isEmpty();
    }
  }

  Simulation(SimulationPlan plan, SimPlatform ground, PlantedBug bug) {
    this.plan = plan;
    this.context = SimulationContext.of(plan, ground, bug, violations);
    this.people = context.world().process();
  }

  Report run() {
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (_, died) -> violations.add("X", "a thread died: " + trace(died)));
    try {
      for (int i = 0; i < plan.processes(); i++) {
        boot();
      }
      people.start(this::act);
      goOnUntil(SimulatedWorld.START.plus(SPAN));
      rest();
      if (violations.areNone()) {
        context.auditor().requireEnd(context.world().now());
      }
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
      everybody.forEach(host -> ThreadCleanup.reap(host.drover()));
      context.store().close();
    }
    return report();
  }

  static String trace(Throwable died) {
    var words = new StringWriter();
    died.printStackTrace(new PrintWriter(words));
    return words.toString();
  }

  private Report report() {
    return new Report(
        plan,
        violations.all(),
        context.world().trace().digest(),
        context.world().steps(),
        context.auditor().kinds(),
        context.faults().happened(),
        violations.areNone() ? List.of() : story());
  }

  private List<String> story() {
    var story = new ArrayList<String>();
    for (var session : context.auditor().sessions().keySet()) {
      story.add("session " + session);
      story.addAll(context.auditor().journal(session));
    }
    story.add("the last that happened");
    story.addAll(context.world().trace().last());
    return story;
  }

  private void boot() {
    var process = context.world().process();
    processes.add(process);
    process.start(
        () -> {
          try {
            var host = new SimHost(context, process, plan);
            hosts.add(host);
            everybody.add(host);
          } catch (DroverException | PortException unable) {
            context.world().trace().add(process + " cannot begin");
            context.kill(process);
          }
        });
  }

  private void later(Runnable what) {
    people.start(
        () -> {
          rest(Duration.ofMillis(1L << context.dice().nextInt(16)));
          what.run();
        });
  }

  private void rest(Duration length) {
    try {
      context.world().sleepUntil(people, context.world().now().plus(length));
    } catch (InterruptedException stop) {
      throw new AssertionError("users are not interrupted", stop);
    }
  }

  /// The users perform one action after the other; an action may last beyond the start of the next.
  private void act() {
    for (var deed : plan.deeds()) {
      rest(Duration.between(context.world().now(), SimulatedWorld.START.plus(deed.at())));
      var there = hosts.stream().filter(host -> host.process().isAlive()).toList();
      if (!there.isEmpty()) {
        var host = there.get(deed.process() % there.size());
        host.process().start(() -> host.perform(deed));
      }
    }
  }

  private void goOnUntil(Instant end) {
    while (violations.areNone() && context.world().now().isBefore(end)) {
      fail();
      if (!context.world().step()) {
        context.world().idleUntil(end);
      }
      violations.require(
          context.world().steps() < MOST_STEPS, "A12", "no end comes in %d steps", MOST_STEPS);
      replaceTheDead();
    }
  }

  private void replaceTheDead() {
    for (int i = processes.size() - 1; i >= 0; i--) {
      if (!processes.get(i).isAlive()) {
        var dead = processes.remove(i);
        hosts.removeIf(host -> host.process() == dead);
        if (plan.isReplaced() || processes.isEmpty()) {
          later(this::boot);
        }
      }
    }
  }

  /// Applies the faults of this step.
  private void fail() {
    boolean kills = context.faults().isNow(Kind.KILL_AT_STEP);
    boolean stalls = context.faults().isNow(Kind.STALL_AT_STEP);
    if ((kills || stalls) && !processes.isEmpty()) {
      var victim = processes.get(context.dice().nextInt(processes.size()));
      if (kills) {
        context.kill(victim);
      } else {
        context.world().stall(victim, STALL);
      }
    }
  }

  /// No faults occur any more. Live processes take over unfinished work in time, and people answer
  /// all approvals. Then every run ends. Then a user opens the sessions again, and nothing is left.
  private void rest() {
    context.faults().end();
    context.world().calmDown();
    if (processes.isEmpty()) {
      boot();
    }
    var since = context.world().now();
    goOnUntil(since.plus(TAKEOVER));
    if (violations.areNone()) {
      context.auditor().requireTakenOver(context.alive(), since, context.world().now());
    }
    awaitEnd();
    if (violations.areNone()) {
      violations.require(
          context.auditor().isOver(), "A12", "%s never end", context.auditor().unfinished());
      hosts.forEach(host -> host.process().start(host::comeBack));
      goOnUntil(context.world().now().plus(ROUND));
      // A process that takes a waiting input starts something, which needs time as well.
      for (int round = 0; round == 0 || (round < ROUNDS && !isAllDone()); round++) {
        awaitEnd();
        goOnUntil(context.world().now().plus(ROUND));
      }
    }
  }

  private boolean isAllDone() {
    var auditor = context.auditor();
    return !violations.areNone() || (auditor.isAtRest() && auditor.isAllTaken());
  }

  private void awaitEnd() {
    var end = context.world().now().plus(PATIENCE);
    do {
      goOnUntil(context.world().now().plus(ROUND));
      hosts.forEach(host -> host.process().start(host::clearUp));
    } while (violations.areNone()
        && context.world().now().isBefore(end)
        && !context.auditor().isAtRest());
  }
}
