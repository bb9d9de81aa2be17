package dev.drover.testkit.sim;

import dev.drover.spi.store.OwnerId;
import dev.drover.spi.store.Store;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// What all of one simulation share.
///
/// @param bug that was planted, to see whether it is found
/// @param dice of models, tools and people; who goes next is drawn elsewhere
/// @param owners under which name each process writes
record Stage(
    World world,
    Store store,
    Bug bug,
    Faults faults,
    Violations violations,
    Witness witness,
    Auditor auditor,
    Hints hints,
    SplittableRandom dice,
    Map<SimProcess, OwnerId> owners) {
  static Stage of(Plan plan, Ground ground, Bug bug, Violations violations) {
    var world = new World(plan.seed());
    var witness = new Witness();
    var store = bug.planted(Bug.Place.GROUND, ground.store(world));
    return new Stage(
        world,
        store,
        bug,
        new Faults(plan.faults()),
        violations,
        witness,
        new Auditor(store, plan.runsKept(), witness, violations),
        new Hints(world),
        new SplittableRandom(plan.seed() ^ 0x5DEECE66DL),
        new HashMap<>());
  }

  /// The process dies. Sometimes the system says so at once, as on one machine; sometimes its lease
  /// has to run out.
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

  /// Those who write, of the processes that are alive.
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
