package dev.drover.testkit.sim;

import dev.drover.testkit.sim.Fault.Kind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The faults of one plan, and which of them have come to pass.
final class Faults {
  private final Set<Fault> planned;
  private final Map<Kind, Integer> met = new EnumMap<>(Kind.class);
  private final Set<Kind> happened = EnumSet.noneOf(Kind.class);
  private long troubles;
  private boolean over;

  Faults(Collection<Fault> planned) {
    this.planned = new HashSet<>(planned);
  }

  /// Counts one more of what the kind is about, and says whether it is the one that goes wrong.
  boolean isNow(Kind kind) {
    int count = met.merge(kind, 1, Integer::sum);
    if (over || !planned.contains(new Fault(kind, count))) {
      return false;
    }
    happened.add(kind);
    troubles++;
    return true;
  }

  /// Something that went wrong before does so again.
  void goesOn() {
    troubles++;
  }

  /// How often something went wrong.
  long troubles() {
    return troubles;
  }

  /// From here on the world is kind.
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
