package dev.drover.tools.search.line;

import static dev.drover.tools.search.line.RegexNode.One.MANY;
import static dev.drover.tools.search.line.RegexNode.Repeat.ENDLESS;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses the commonly used part of [Pattern]'s syntax, and gives up on the rest.
///
/// The result may match more than the expression, never less: conditions are dropped, and then it
/// is not [ParsedRegex#exact]. Character classes are not parsed: [Pattern] itself is asked which
/// ASCII characters they match.
///
/// Used for one expression that [Pattern] accepts.
final class LineRegexParser {
  /// More repetitions would make the automaton too large to be worthwhile.
  private static final int MAX_REPEATS = 100;

  private final String regex;
  private final int flags;
  private int at;
  private boolean exact = true;

  private LineRegexParser(String regex, int flags) {
    this.regex = regex;
    this.flags = flags;
  }

  /// @param exact whether the expression matches exactly the ASCII lines that the syntax tree
  ///   matches
  record ParsedRegex(RegexNode syntax, boolean exact) {}

  /// @param flags of [Pattern]
  /// @return empty if the expression contains unsupported syntax
  static Optional<ParsedRegex> read(String regex, int flags) {
    boolean ignoresCase = regex.startsWith("(?i)");
    var reader =
        new LineRegexParser(
            ignoresCase ? regex.substring("(?i)".length()) : regex,
            ignoresCase ? flags | Pattern.CASE_INSENSITIVE : flags);
    try {
      var syntax = reader.choice();
      return reader.at == reader.regex.length()
          ? Optional.of(new ParsedRegex(syntax, reader.exact))
          : Optional.empty();
    } catch (UnsupportedSyntax unknown) {
      return Optional.empty();
    }
  }

  private static final class UnsupportedSyntax extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedSyntax() {
      super(null, null, false, false);
    }
  }

  private RegexNode choice() {
    var parts = new ArrayList<RegexNode>();
    parts.add(sequence());
    while (skip("|")) {
      parts.add(sequence());
    }
    return parts.size() == 1 ? parts.getFirst() : new RegexNode.Choice(parts);
  }

  private RegexNode sequence() {
    var parts = new ArrayList<RegexNode>();
    while (at < regex.length() && peek() != '|' && peek() != ')') {
      if (skip("\\Q")) {
        quoted(parts);
      } else {
        parts.add(repeated(one()));
      }
    }
    return new RegexNode.Sequence(parts);
  }

  private void quoted(List<RegexNode> parts) {
    int end = regex.indexOf("\\E", at);
    var text = regex.substring(at, end < 0 ? regex.length() : end);
    at = end < 0 ? regex.length() : end + 2;
    if (isRepeated()) {
      throw new UnsupportedSyntax();
    }
    text.codePoints().forEach(c -> parts.add(character(c)));
  }

  private RegexNode one() {
    int c = regex.codePointAt(at);
    int start = at;
    at += Character.charCount(c);
    return switch (c) {
      case '(' -> group();
      case '[' -> {
        skipClass();
        yield askPattern(regex.substring(start, at));
      }
      case '.' -> askPattern(".");
      case '^', '$' -> condition();
      case '\\' -> escaped();
      case '*', '+', '?', '{' -> throw new UnsupportedSyntax();
      default -> character(c);
    };
  }

  private RegexNode group() {
    if (!skip("?")) {
      return endOfGroup(choice());
    }
    if (skip(":")) {
      return endOfGroup(choice());
    }
    if (skip(">")) {
      exact = false;
      return endOfGroup(choice());
    }
    if (skip("=") || skip("!") || skip("<=") || skip("<!")) {
      endOfGroup(choice());
      return condition();
    }
    if (skip("<")) {
      at = regex.indexOf('>', at) + 1;
      return endOfGroup(choice());
    }
    throw new UnsupportedSyntax();
  }

  private RegexNode endOfGroup(RegexNode inside) {
    if (!skip(")")) {
      throw new UnsupportedSyntax();
    }
    return inside;
  }

  private RegexNode escaped() {
    int c = regex.codePointAt(at);
    int start = at - 1;
    at += Character.charCount(c);
    if (!(c < 128 && Character.isLetterOrDigit(c))) {
      return character(c);
    }
    return switch (c) {
      case 'd', 'D', 'w', 'W', 's', 'S', 'h', 'H', 'v', 'V' ->
          askPattern(regex.substring(start, at));
      case 'p', 'P' -> {
        at = peek() == '{' ? regex.indexOf('}', at) + 1 : at + 1;
        yield askPattern(regex.substring(start, at));
      }
      case 't', 'n', 'r', 'f', 'a', 'e' -> askPattern(regex.substring(start, at));
      case 'b', 'B', 'A', 'z', 'Z' -> {
        if (at < regex.length() && peek() == '{') {
          throw new UnsupportedSyntax();
        }
        yield condition();
      }
      default -> throw new UnsupportedSyntax();
    };
  }

  private RegexNode condition() {
    exact = false;
    return new RegexNode.Condition();
  }

  /// Skips to the end of a class whose opening bracket was read.
  private void skipClass() {
    skip("^");
    skip("]");
    while (!skip("]")) {
      if (skip("[")) {
        skipClass();
      } else if (regex.startsWith("&&", at) || regex.startsWith("\\Q", at)) {
        throw new UnsupportedSyntax();
      } else {
        at += peek() == '\\' ? 2 : 1;
      }
    }
  }

  private RegexNode character(int c) {
    if (c < 128) {
      var taken = askPattern("\\x%02x".formatted(c));
      boolean alone = Long.bitCount(taken.low()) + Long.bitCount(taken.high()) == 1;
      return new RegexNode.One(taken.low(), taken.high(), alone ? c : MANY);
    }
    // If case is ignored, it may match an ASCII character, as the Kelvin sign matches a k. And a
    // lone surrogate is not in any text.
    if ((flags & Pattern.CASE_INSENSITIVE) != 0 || Character.getType(c) == Character.SURROGATE) {
      throw new UnsupportedSyntax();
    }
    return new RegexNode.One(0, 0, c);
  }

  private RegexNode.One askPattern(String single) {
    var pattern = Pattern.compile(single, flags).asMatchPredicate();
    long low = 0;
    long high = 0;
    for (int c = 0; c < 128; c++) {
      // A line contains no line break.
      if (c != '\n' && pattern.test(Character.toString(c))) {
        if (c < 64) {
          low |= 1L << c;
        } else {
          high |= 1L << c;
        }
      }
    }
    return new RegexNode.One(low, high, MANY);
  }

  private RegexNode repeated(RegexNode part) {
    if (!isRepeated()) {
      return part;
    }
    var whole =
        switch (regex.charAt(at++)) {
          case '*' -> new RegexNode.Repeat(part, 0, ENDLESS);
          case '+' -> new RegexNode.Repeat(part, 1, ENDLESS);
          case '?' -> new RegexNode.Repeat(part, 0, 1);
          default -> counted(part);
        };
    if (skip("+")) {
      exact = false;
    } else {
      skip("?");
    }
    // Only Pattern knows the meaning of a{2}{3}.
    if (isRepeated()) {
      throw new UnsupportedSyntax();
    }
    return whole;
  }

  private boolean isRepeated() {
    return at < regex.length() && "*+?{".indexOf(peek()) >= 0;
  }

  private RegexNode counted(RegexNode part) {
    int least = number();
    int most = skip(",") ? (peek() == '}' ? ENDLESS : number()) : least;
    if (!skip("}") || least > MAX_REPEATS || most > MAX_REPEATS) {
      throw new UnsupportedSyntax();
    }
    return new RegexNode.Repeat(part, least, most);
  }

  private int number() {
    int start = at;
    while (at < regex.length() && peek() >= '0' && peek() <= '9') {
      at++;
    }
    if (at == start || at - start > 4) {
      throw new UnsupportedSyntax();
    }
    return Integer.parseInt(regex, start, at, 10);
  }

  private boolean skip(String text) {
    if (regex.startsWith(text, at)) {
      at += text.length();
      return true;
    }
    return false;
  }

  private char peek() {
    if (at >= regex.length()) {
      throw new UnsupportedSyntax();
    }
    return regex.charAt(at);
  }
}
