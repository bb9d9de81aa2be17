package dev.drover.testkit;

import dev.drover.kernel.value.EffectId;
import java.util.ArrayList;
import java.util.List;

/// The effects that tools performed, in order.
///
/// All methods may be called by any thread.
public final class PerformedEffects {
  private final List<EffectId> performed = new ArrayList<>();

  public PerformedEffects() {}

  public synchronized void performed(EffectId effect) {
    performed.add(effect);
  }

  public synchronized List<EffectId> performed() {
    return List.copyOf(performed);
  }
}
