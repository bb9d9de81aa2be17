package dev.drover.testkit.sim;

import dev.drover.testkit.sim.SimFault.Kind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The faults of one plan, and which of them have occurred.
final class FaultPlan {
  private final Set<SimFault> planned;
  private final Map<Kind, Integer> met = new EnumMap<>(Kind.class);
  private final Set<Kind> happened = EnumSet.noneOf(Kind.class);
  private long troubles;
  private boolean over;

  FaultPlan(Collection<SimFault> planned) {
    this.planned = new HashSet<>(planned);
  }

  /// Counts one more operation of the kind, and returns whether it is the one that fails.
  boolean isNow(Kind kind) {
    int count = met.merge(kind, 1, Integer::sum);
    if (over || !planned.contains(new SimFault(kind, count))) {
      return false;
    }
    happened.add(kind);
    troubles++;
    return true;
  }

  /// A fault that occurred before continues.
  void goesOn() {
    troubles++;
  }

  /// The number of faults that have occurred.
  long troubles() {
    return troubles;
  }

  /// No faults occur from now on.
  void end() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  Set<Kind> happened() {
    return happened;
  }
}
