package dev.drover.tools.search.line;

import java.util.List;

/// The syntax tree of a regular expression, as far as it concerns lines of ASCII characters.
sealed interface RegexNode {
  /// One character of a set.
  ///
  /// @param low the characters 0 to 63, one bit each
  /// @param high the characters 64 to 127, one bit each
  /// @param only the code point, also a non-ASCII one, if there is exactly one and its case
  ///   matters; otherwise [#MANY]
  record One(long low, long high, int only) implements RegexNode {
    static final int MANY = -1;

    boolean takes(int c) {
      return ((c < 64 ? low : high) >>> c & 1) != 0;
    }
  }

  /// Parts in sequence.
  record Sequence(List<RegexNode> parts) implements RegexNode {
    public Sequence {
      parts = List.copyOf(parts);
    }
  }

  record Choice(List<RegexNode> parts) implements RegexNode {
    public Choice {
      parts = List.copyOf(parts);
    }
  }

  /// @param most maximum count, or [#ENDLESS]
  record Repeat(RegexNode part, int least, int most) implements RegexNode {
    static final int ENDLESS = -1;
  }

  /// A condition that consumes no character: `^`, `\b`, a lookahead.
  record Condition() implements RegexNode {}
}
