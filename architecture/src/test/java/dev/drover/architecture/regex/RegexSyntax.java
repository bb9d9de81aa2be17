package dev.drover.architecture.regex;

import java.util.BitSet;
import java.util.List;

/// A regular expression as a tree.
sealed interface RegexSyntax {

  /// One character.
  ///
  /// @param taken the code points it matches, of those that [RegexParser] tests
  record One(BitSet taken) implements RegexSyntax {}

  record Sequence(List<RegexSyntax> parts) implements RegexSyntax {}

  record Choice(List<RegexSyntax> alternatives) implements RegexSyntax {}

  /// Parentheses, with a number, a name or neither.
  record Group(RegexSyntax body) implements RegexSyntax {}

  record Repeat(RegexSyntax body, int min, int max, boolean possessive) implements RegexSyntax {
    static final int UNBOUNDED = Integer.MAX_VALUE;
  }

  /// Consumes no character: an anchor or a word boundary.
  ///
  /// @param barred characters that never precede it: all, if it matches only at the start of the
  ///   text
  record Boundary(BitSet barred) implements RegexSyntax {}

  /// Consumes no character but inspects some: `(?=`, `(?!`, `(?<=`, `(?<!`.
  record Look(RegexSyntax body) implements RegexSyntax {}
}
