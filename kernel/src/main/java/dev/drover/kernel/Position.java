package dev.drover.kernel;

import java.time.Instant;

/// How far a journal has got: the counters that only ever grow.
///
/// @param seq number of the last event, which is also how many there have ever been
/// @param at time of the last event
/// @param effects how many effects have been named
public record Position(long seq, Instant at, long effects) {
  public static final Position START = new Position(0, Instant.EPOCH, 0);

  /// The name that the next effect will have.
  public EffectId nextEffect() {
    return EffectId.of(effects + 1);
  }
}
