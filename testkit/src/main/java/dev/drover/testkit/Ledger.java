package dev.drover.testkit;

import dev.drover.kernel.EffectId;
import java.util.ArrayList;
import java.util.List;

/// What tools really did, effect by effect, in the order in which they did it.
///
/// All methods may be called by any thread.
public final class Ledger {
  private final List<EffectId> performed = new ArrayList<>();

  public Ledger() {}

  public synchronized void performed(EffectId effect) {
    performed.add(effect);
  }

  public synchronized List<EffectId> performed() {
    return List.copyOf(performed);
  }
}
