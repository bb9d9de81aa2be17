package dev.drover.architecture.regex;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Parses the expressions of this repository. Syntax that is not used here is refused, and so is
/// syntax that is never linear, such as a back reference.
final class RegexParser {
  /// Representatives of all characters: Latin 1, a letter, an ideograph, a line break and a
  /// surrogate pair.
  private static final int[] ASKED =
      IntStream.concat(IntStream.range(0, 256), IntStream.of(0x3b1, 0x4e2d, 0x2028, 0x1f600))
          .toArray();

  private final String text;
  private int flags;
  private int at;

  private RegexParser(String text, int flags) {
    this.text = text;
    this.flags = flags;
  }

  /// @throws IllegalArgumentException if the expression is not supported
  static RegexSyntax parse(String text, int flags) {
    if ((flags & (Pattern.COMMENTS | Pattern.LITERAL)) != 0) {
      throw new IllegalArgumentException("has flags that are not understood");
    }
    var parser = new RegexParser(text, flags);
    var syntax = parser.choice();
    if (parser.at < text.length()) {
      throw parser.notUnderstood();
    }
    return syntax;
  }

  /// Every character.
  static BitSet all() {
    var all = new BitSet();
    for (int c : ASKED) {
      all.set(c);
    }
    return all;
  }

  private RegexSyntax choice() {
    var alternatives = new ArrayList<RegexSyntax>();
    alternatives.add(sequence());
    while (skip("|")) {
      alternatives.add(sequence());
    }
    return alternatives.size() == 1
        ? alternatives.getFirst()
        : new RegexSyntax.Choice(List.copyOf(alternatives));
  }

  private RegexSyntax sequence() {
    var parts = new ArrayList<RegexSyntax>();
    while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
      parts.add(repeated(part()));
    }
    return new RegexSyntax.Sequence(List.copyOf(parts));
  }

  private RegexSyntax part() {
    if (skip("(")) {
      return group();
    }
    if (skip("^") || skip("\\A")) {
      boolean eachLine = (flags & Pattern.MULTILINE) != 0 && text.charAt(at - 1) == '^';
      return new RegexSyntax.Boundary(eachLine ? new BitSet() : all());
    }
    if (skip("$") || skip("\\b") || skip("\\B") || skip("\\z") || skip("\\Z")) {
      return new RegexSyntax.Boundary(new BitSet());
    }
    if (skip("\\Q")) {
      int end = text.indexOf("\\E", at);
      var quoted = text.substring(at, end < 0 ? text.length() : end);
      at += quoted.length() + (end < 0 ? 0 : 2);
      return new RegexSyntax.Sequence(
          quoted.codePoints().<RegexSyntax>mapToObj(c -> one(literal(c))).toList());
    }
    int start = at;
    int end =
        switch (text.charAt(at)) {
          case '[' -> endOfClass();
          case '\\' -> endOfEscape();
          case '.' -> at + 1;
          default -> at;
        };
    if (end == at) {
      return one(literal(next()));
    }
    at = end;
    return one(text.substring(start, end));
  }

  private RegexSyntax group() {
    if (skip("?<!")) {
      var body = closed();
      return body instanceof RegexSyntax.Sequence(var parts)
              && parts.size() == 1
              && parts.getFirst() instanceof RegexSyntax.One(var taken)
          ? new RegexSyntax.Boundary(taken)
          : new RegexSyntax.Look(body);
    }
    if (skip("?=") || skip("?!") || skip("?<=")) {
      return new RegexSyntax.Look(closed());
    }
    if (skip("?i)")) {
      flags |= Pattern.CASE_INSENSITIVE;
      return new RegexSyntax.Sequence(List.of());
    }
    if (skip("?m)")) {
      flags |= Pattern.MULTILINE;
      return new RegexSyntax.Sequence(List.of());
    }
    if (skip("?s)")) {
      flags |= Pattern.DOTALL;
      return new RegexSyntax.Sequence(List.of());
    }
    if (skip("?<")) {
      at = text.indexOf('>', at) + 1;
    } else if (!skip("?:") && text.startsWith("?", at)) {
      throw notUnderstood();
    }
    return new RegexSyntax.Group(closed());
  }

  private RegexSyntax closed() {
    var body = choice();
    if (!skip(")")) {
      throw notUnderstood();
    }
    return body;
  }

  private RegexSyntax repeated(RegexSyntax part) {
    int min;
    int max;
    if (skip("*")) {
      min = 0;
      max = RegexSyntax.Repeat.UNBOUNDED;
    } else if (skip("+")) {
      min = 1;
      max = RegexSyntax.Repeat.UNBOUNDED;
    } else if (skip("?")) {
      min = 0;
      max = 1;
    } else if (skip("{")) {
      int end = text.indexOf('}', at);
      var counts = text.substring(at, end).split(",", -1);
      min = Integer.parseInt(counts[0]);
      max =
          counts.length == 1
              ? min
              : counts[1].isEmpty() ? RegexSyntax.Repeat.UNBOUNDED : Integer.parseInt(counts[1]);
      at = end + 1;
    } else {
      return part;
    }
    boolean possessive = skip("+");
    if (!possessive) {
      skip("?");
    }
    return new RegexSyntax.Repeat(part, min, max, possessive);
  }

  private int endOfClass() {
    int depth = 0;
    for (int i = at; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '\\' -> i++;
        case '[' -> depth++;
        case ']' -> depth--;
        default -> {}
      }
      if (depth == 0) {
        return i + 1;
      }
    }
    throw notUnderstood();
  }

  private int endOfEscape() {
    return switch (text.charAt(at + 1)) {
      case 'p', 'P' -> text.charAt(at + 2) == '{' ? text.indexOf('}', at) + 1 : at + 3;
      case 'x' -> text.charAt(at + 2) == '{' ? text.indexOf('}', at) + 1 : at + 4;
      case 'u' -> at + 6;
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'k', 'G', 'R', 'X', 'N', 'c' ->
          throw notUnderstood();
      default -> at + 2;
    };
  }

  private int next() {
    int c = text.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }

  private static String literal(int c) {
    return "\\x{%x}".formatted(c);
  }

  /// The engine itself is asked which characters match.
  private RegexSyntax.One one(String single) {
    var pattern = Pattern.compile(single, flags).asMatchPredicate();
    var taken = new BitSet();
    for (int c : ASKED) {
      if (pattern.test(Character.toString(c))) {
        taken.set(c);
      }
    }
    return new RegexSyntax.One(taken);
  }

  private boolean skip(String expected) {
    boolean there = text.startsWith(expected, at);
    at += there ? expected.length() : 0;
    return there;
  }

  private IllegalArgumentException notUnderstood() {
    return new IllegalArgumentException("is not understood at character " + (at + 1));
  }
}
