package dev.drover.testkit.sim;

import dev.drover.spi.store.Leases.OwnerId;
import dev.drover.spi.store.Store;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// The shared state of one simulation.
///
/// @param bug the planted bug
/// @param dice randomness of models, tools and people; the schedule is drawn elsewhere
/// @param owners the owner id of each process
record SimulationContext(
    SimulatedWorld world,
    Store store,
    PlantedBug bug,
    FaultPlan faults,
    LawViolations violations,
    OutsideRecord witness,
    WriteAudit auditor,
    ChangeHints hints,
    SplittableRandom dice,
    Map<SimProcess, OwnerId> owners) {
  static SimulationContext of(
      SimulationPlan plan, SimPlatform ground, PlantedBug bug, LawViolations violations) {
    var world = new SimulatedWorld(plan.seed());
    var witness = new OutsideRecord();
    var store = bug.planted(PlantedBug.Place.GROUND, ground.store(world));
    return new SimulationContext(
        world,
        store,
        bug,
        new FaultPlan(plan.faults()),
        violations,
        witness,
        new WriteAudit(store, plan.runsKept(), witness, violations),
        new ChangeHints(world),
        new SplittableRandom(plan.seed() ^ 0x5DEECE66DL),
        new HashMap<>());
  }

  /// The process dies. Sometimes the system reports that at once, as on one machine; sometimes its
  /// lease has to expire.
  void kill(SimProcess process) {
    var owner = owners.get(process);
    if (owner != null && dice.nextBoolean()) {
      expire(owner);
    }
    world.kill(process);
  }

  private void expire(OwnerId owner) {
    var leases = store.leases();
    for (var lease : leases.processes()) {
      if (lease.owner().equals(owner)) {
        leases.expire(lease, world.now());
        auditor.expired(lease);
      }
    }
  }

  /// The owner ids of the live processes.
  Set<OwnerId> alive() {
    return owners.entrySet().stream()
        .filter(each -> each.getKey().isAlive())
        .map(Map.Entry::getValue)
        .collect(Collectors.toSet());
  }

  boolean chance(int percent) {
    return dice.nextInt(100) < percent;
  }
}
