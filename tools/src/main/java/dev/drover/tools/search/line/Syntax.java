package dev.drover.tools.search.line;

import java.util.List;

/// What a regular expression is made of, as far as it concerns lines of ASCII characters.
sealed interface Syntax {
  /// One of some characters.
  ///
  /// @param low the characters 0 to 63, a bit each
  /// @param high the characters 64 to 127, a bit each
  /// @param only the code point, if there is just one and its case matters, also beyond ASCII; else
  ///   [#MANY]
  record One(long low, long high, int only) implements Syntax {
    static final int MANY = -1;

    boolean takes(int c) {
      return ((c < 64 ? low : high) >>> c & 1) != 0;
    }
  }

  /// One after the other.
  record Sequence(List<Syntax> parts) implements Syntax {
    public Sequence {
      parts = List.copyOf(parts);
    }
  }

  record Choice(List<Syntax> parts) implements Syntax {
    public Choice {
      parts = List.copyOf(parts);
    }
  }

  /// @param most at most, or [#ENDLESS]
  record Repeat(Syntax part, int least, int most) implements Syntax {
    static final int ENDLESS = -1;
  }

  /// A condition that takes no character: `^`, `\b`, a look ahead.
  record Condition() implements Syntax {}
}
