package dev.drover.testkit.sim;

import dev.drover.testkit.sim.Simulation.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Runs seeds, and reports how to reproduce a failure.
///
/// @param folder for the files of stores
record SeedRunner(Path folder, PlantedBug bug) {
  /// The property that names a seed to be replayed.
  static final String SEED = "drover.sim.seed";

  /// One in this many worlds uses SQLite.
  private static final int ON_FILE = 10;

  private static final int MOST_RUNS = 200;

  Report run(long seed) {
    return run(SimulationPlan.of(seed));
  }

  Report run(SimulationPlan plan) {
    if (plan.seed() % ON_FILE != 0) {
      return new Simulation(plan, SimPlatform.memory(), bug).run();
    }
    try {
      var place = Files.createTempDirectory(folder, "sim");
      return new Simulation(plan, SimPlatform.sqlite(place.resolve("drover.db")), bug).run();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /// @throws AssertionError with the broken laws, a minimal plan, and how to reproduce it
  Report require(long seed) {
    var report = run(seed);
    if (!report.isGood()) {
      throw new AssertionError(words(report));
    }
    return report;
  }

  private String words(Report report) {
    var small = shrunk(report);
    return """
    seed %d breaks laws:
      %s
    with no more than this:
      %s
    See it again with
      mvn -B -o -pl testkit -am -Dtest='SimulationTest#aSeedIsReplayed' -D%s=%d -Dsurefire.failIfNoSpecifiedTests=false test

    %s
    """
        .formatted(
            report.plan().seed(),
            String.join("\n  ", report.violations()),
            story(small.plan()),
            SEED,
            report.plan().seed(),
            String.join("\n", small.story()));
  }

  private static String story(SimulationPlan plan) {
    var lines = new ArrayList<String>();
    lines.add(
        "%d processes, %d model calls paid, %d runs kept"
            .formatted(plan.processes(), plan.modelCalls(), plan.runsKept()));
    plan.deeds().forEach(deed -> lines.add(deed.toString()));
    plan.faults().forEach(fault -> lines.add(fault.toString()));
    return lines.stream().collect(Collectors.joining("\n  "));
  }

  /// Removes actions and faults that are not needed to break the same law.
  Report shrunk(Report failed) {
    var law = law(failed);
    var least = failed;
    int runs = 0;
    boolean isSmaller = true;
    while (isSmaller && runs < MOST_RUNS) {
      isSmaller = false;
      for (var plan : smaller(least.plan())) {
        var report = run(plan);
        if (++runs == MOST_RUNS) {
          break;
        }
        if (!report.isGood() && law(report).equals(law)) {
          least = report;
          isSmaller = true;
          break;
        }
      }
    }
    return least;
  }

  private static String law(Report report) {
    return report.violations().getFirst().split(":", 2)[0];
  }

  private static List<SimulationPlan> smaller(SimulationPlan plan) {
    var plans = new ArrayList<SimulationPlan>();
    for (int i = 0; i < plan.faults().size(); i++) {
      plans.add(plan.with(plan.deeds(), without(plan.faults(), i)));
    }
    for (int i = 0; i < plan.deeds().size(); i++) {
      plans.add(plan.with(without(plan.deeds(), i), plan.faults()));
    }
    return plans;
  }

  private static <T> List<T> without(List<T> all, int place) {
    var rest = new ArrayList<>(all);
    rest.remove(place);
    return rest;
  }
}
