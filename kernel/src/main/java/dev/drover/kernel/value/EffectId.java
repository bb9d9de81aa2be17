package dev.drover.kernel.value;

import java.util.Arrays;

/// Identifies one effect of one session. Generated only here, in journal order, so a refold
/// generates the same ids; never reused, so a late answer cannot settle a newer effect.
public record EffectId(long ordinal) {
  /// Shared instances for the ids of most sessions, to save memory in long-lived sessions.
  private static final EffectId[] FIRST = new EffectId[32];

  static {
    Arrays.setAll(FIRST, i -> new EffectId(i + 1L));
  }

  public EffectId {
    if (ordinal < 1) {
      throw new IllegalArgumentException("effects are numbered from 1: " + ordinal);
    }
  }

  public static EffectId of(long ordinal) {
    return ordinal >= 1 && ordinal <= FIRST.length
        ? FIRST[(int) ordinal - 1]
        : new EffectId(ordinal);
  }

  /// Reads the form that [#toString] writes.
  public static EffectId parse(String text) {
    if (!text.matches("e[1-9][0-9]{0,17}")) {
      throw new IllegalArgumentException("an effect id looks like e12, not '" + text + "'");
    }
    return of(Long.parseLong(text.substring(1)));
  }

  @Override
  public String toString() {
    return "e" + ordinal;
  }
}
