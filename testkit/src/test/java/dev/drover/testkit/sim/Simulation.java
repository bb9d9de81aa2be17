package dev.drover.testkit.sim;

import dev.drover.runtime.problem.DroverException;
import dev.drover.spi.PortException;
import dev.drover.testkit.sim.Fault.Kind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// One plan, carried out from its beginning to its end, and what was seen.
final class Simulation {
  private static final long MOST_STEPS = 300_000;
  private static final Duration SPAN = Duration.ofSeconds(100);
  private static final Duration STALL = Duration.ofSeconds(45);

  /// Within which everything is taken over: the lease, and two seconds.
  private static final Duration TAKEOVER = Duration.ofSeconds(32);

  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final Duration ROUND = Duration.ofSeconds(7);
  private static final int ROUNDS = 10;

  private final Plan plan;
  private final Stage stage;
  private final Violations violations = new Violations();
  private final List<SimProcess> processes = new ArrayList<>();
  private final List<Host> hosts = new ArrayList<>();
  private final List<Host> everybody = new ArrayList<>();
  private final SimProcess people;

  /// @param violations laws that were broken, in words
  /// @param trace of all that happened and its order, as one number
  record Report(
      Plan plan,
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

  Simulation(Plan plan, Ground ground, Bug bug) {
    this.plan = plan;
    this.stage = Stage.of(plan, ground, bug, violations);
    this.people = stage.world().process();
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
      goOnUntil(World.START.plus(SPAN));
      rest();
      if (violations.areNone()) {
        stage.auditor().requireEnd(stage.world().now());
      }
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
      everybody.forEach(host -> Reaper.reap(host.drover()));
      stage.store().close();
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
        stage.world().trace().digest(),
        stage.world().steps(),
        stage.auditor().kinds(),
        stage.faults().happened(),
        violations.areNone() ? List.of() : story());
  }

  private List<String> story() {
    var story = new ArrayList<String>();
    for (var session : stage.auditor().sessions().keySet()) {
      story.add("session " + session);
      story.addAll(stage.auditor().journal(session));
    }
    story.add("the last that happened");
    story.addAll(stage.world().trace().last());
    return story;
  }

  private void boot() {
    var process = stage.world().process();
    processes.add(process);
    process.start(
        () -> {
          try {
            var host = new Host(stage, process, plan);
            hosts.add(host);
            everybody.add(host);
          } catch (DroverException | PortException unable) {
            stage.world().trace().add(process + " cannot begin");
            stage.kill(process);
          }
        });
  }

  private void later(Runnable what) {
    people.start(
        () -> {
          rest(Duration.ofMillis(1L << stage.dice().nextInt(16)));
          what.run();
        });
  }

  private void rest(Duration length) {
    try {
      stage.world().sleepUntil(people, stage.world().now().plus(length));
    } catch (InterruptedException stop) {
      throw new AssertionError("nobody interrupts people", stop);
    }
  }

  /// Those who use the processes, one deed after the other; what one does may take longer than
  /// until the next.
  private void act() {
    for (var deed : plan.deeds()) {
      rest(Duration.between(stage.world().now(), World.START.plus(deed.at())));
      var there = hosts.stream().filter(host -> host.process().isAlive()).toList();
      if (!there.isEmpty()) {
        var host = there.get(deed.process() % there.size());
        host.process().start(() -> host.perform(deed));
      }
    }
  }

  private void goOnUntil(Instant end) {
    while (violations.areNone() && stage.world().now().isBefore(end)) {
      fail();
      if (!stage.world().step()) {
        stage.world().idleUntil(end);
      }
      violations.require(
          stage.world().steps() < MOST_STEPS, "A12", "no end comes in %d steps", MOST_STEPS);
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

  /// What goes wrong at this step.
  private void fail() {
    boolean kills = stage.faults().isNow(Kind.KILL_AT_STEP);
    boolean stalls = stage.faults().isNow(Kind.STALL_AT_STEP);
    if ((kills || stalls) && !processes.isEmpty()) {
      var victim = processes.get(stage.dice().nextInt(processes.size()));
      if (kills) {
        stage.kill(victim);
      } else {
        stage.world().stall(victim, STALL);
      }
    }
  }

  /// Nothing goes wrong any more. Those who are alive take over what was left lying, in time, and
  /// people answer whatever they are asked. Then every run ends. Then somebody comes back to the
  /// sessions, and nothing is left at all.
  private void rest() {
    stage.faults().end();
    stage.world().calmDown();
    if (processes.isEmpty()) {
      boot();
    }
    var since = stage.world().now();
    goOnUntil(since.plus(TAKEOVER));
    if (violations.areNone()) {
      stage.auditor().requireTakenOver(stage.alive(), since, stage.world().now());
    }
    awaitEnd();
    if (violations.areNone()) {
      violations.require(
          stage.auditor().isOver(), "A12", "%s never end", stage.auditor().unfinished());
      hosts.forEach(host -> host.process().start(host::comeBack));
      goOnUntil(stage.world().now().plus(ROUND));
      // Who takes a word that waited begins something, which has its time as well.
      for (int round = 0; round == 0 || (round < ROUNDS && !isAllDone()); round++) {
        awaitEnd();
        goOnUntil(stage.world().now().plus(ROUND));
      }
    }
  }

  private boolean isAllDone() {
    var auditor = stage.auditor();
    return !violations.areNone() || (auditor.isAtRest() && auditor.isAllTaken());
  }

  private void awaitEnd() {
    var end = stage.world().now().plus(PATIENCE);
    do {
      goOnUntil(stage.world().now().plus(ROUND));
      hosts.forEach(host -> host.process().start(host::clearUp));
    } while (violations.areNone()
        && stage.world().now().isBefore(end)
        && !stage.auditor().isAtRest());
  }
}
