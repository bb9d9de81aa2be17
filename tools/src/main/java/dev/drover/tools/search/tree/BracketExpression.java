package dev.drover.tools.search.tree;

import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/// A set of characters, as in `[a-z]`, `[!a-z]` or `[[:digit:]_]`. Never matches a slash.
///
/// @param end the offset in the pattern after it
record BracketExpression(IntPredicate taken, int end) {
  /// The POSIX class names, for ASCII.
  private static final Map<String, IntPredicate> CLASSES =
      Map.ofEntries(
          Map.entry("alpha", BracketExpression::isLetter),
          Map.entry("digit", BracketExpression::isDigit),
          Map.entry("alnum", c -> isLetter(c) || isDigit(c)),
          Map.entry("upper", c -> c >= 'A' && c <= 'Z'),
          Map.entry("lower", c -> c >= 'a' && c <= 'z'),
          Map.entry("space", c -> c == ' ' || (c >= '\t' && c <= '\r')),
          Map.entry("blank", c -> c == ' ' || c == '\t'),
          Map.entry("punct", c -> c > ' ' && c < 127 && !isLetter(c) && !isDigit(c)),
          Map.entry("cntrl", c -> c < ' ' || c == 127),
          Map.entry("graph", c -> c > ' ' && c < 127),
          Map.entry("print", c -> c >= ' ' && c < 127),
          Map.entry("xdigit", c -> c < 128 && Character.digit(c, 16) >= 0));

  /// @param at offset of its `[`
  /// @return empty if it is not closed, or names an unknown class
  static Optional<BracketExpression> of(String pattern, int at) {
    return new BracketParser(pattern, at + 1).bracket();
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static final class BracketParser {
    private static final int NOTHING = -1;

    private final String pattern;
    private int at;
    private IntPredicate taken = _ -> false;

    BracketParser(String pattern, int at) {
      this.pattern = pattern;
      this.at = at;
    }

    Optional<BracketExpression> bracket() {
      boolean negated = at < pattern.length() && "!^".indexOf(pattern.charAt(at)) >= 0;
      if (negated) {
        at++;
      }
      // A closing bracket in first position is a literal.
      for (boolean first = true; at < pattern.length(); first = false) {
        if (pattern.charAt(at) == ']' && !first) {
          var inside = taken;
          return Optional.of(
              new BracketExpression(c -> c != '/' && inside.test(c) != negated, at + 1));
        }
        if (!(pattern.startsWith("[:", at) ? readClass() : readRange())) {
          return Optional.empty();
        }
      }
      return Optional.empty();
    }

    private boolean readClass() {
      int end = pattern.indexOf(']', at + 2);
      if (end < 0) {
        return false;
      }
      if (pattern.charAt(end - 1) != ':' || end - 1 < at + 2) {
        // Not a class: the bracket is a literal.
        return readRange();
      }
      var named = CLASSES.get(pattern.substring(at + 2, end - 1));
      if (named == null) {
        return false;
      }
      taken = taken.or(named);
      at = end + 1;
      return true;
    }

    private boolean readRange() {
      int low = read();
      int high = low;
      if (low != NOTHING
          && at + 1 < pattern.length()
          && pattern.charAt(at) == '-'
          && pattern.charAt(at + 1) != ']') {
        at++;
        high = read();
      }
      if (low == NOTHING || high == NOTHING) {
        return false;
      }
      int from = low;
      int to = high;
      taken = taken.or(c -> c >= from && c <= to);
      return true;
    }

    private int read() {
      if (pattern.charAt(at) == '\\') {
        at++;
      }
      if (at >= pattern.length()) {
        return NOTHING;
      }
      int c = pattern.codePointAt(at);
      at += Character.charCount(c);
      return c;
    }
  }
}
