package dev.drover.runtime.policy;

import java.util.Comparator;

/// How closely a rule describes what it is about: first the tool, then what of it, then how much is
/// spelled out.
record Specificity(int tool, Extent extent, int letters) implements Comparable<Specificity> {
  private static final Comparator<Specificity> ORDER =
      Comparator.comparingInt(Specificity::tool)
          .thenComparing(Specificity::extent)
          .thenComparingInt(Specificity::letters);

  enum Extent {
    EVERYTHING,
    PATTERN,
    EXACTLY
  }

  @Override
  public int compareTo(Specificity other) {
    return ORDER.compare(this, other);
  }
}
