package dev.drover.kernel.machine;

import dev.drover.kernel.value.EffectId;
import java.time.Instant;

/// The position in a journal: counters that only grow.
///
/// @param seq number of the last event, which is also the number of events
/// @param at time of the last event
/// @param effects number of effect ids issued
public record JournalPosition(long seq, Instant at, long effects) {
  public static final JournalPosition START = new JournalPosition(0, Instant.EPOCH, 0);

  /// The id of the next effect.
  public EffectId nextEffect() {
    return EffectId.of(effects + 1);
  }
}
