package dev.drover.policy;

import java.util.Comparator;

/// How specific a rule is: first by its tool, then by the kind of its pattern, then by the number
/// of literal characters.
record RuleSpecificity(int tool, Extent extent, int letters)
    implements Comparable<RuleSpecificity> {
  private static final Comparator<RuleSpecificity> ORDER =
      Comparator.comparingInt(RuleSpecificity::tool)
          .thenComparing(RuleSpecificity::extent)
          .thenComparingInt(RuleSpecificity::letters);

  enum Extent {
    EVERYTHING,
    PATTERN,
    EXACTLY
  }

  @Override
  public int compareTo(RuleSpecificity other) {
    return ORDER.compare(this, other);
  }
}
