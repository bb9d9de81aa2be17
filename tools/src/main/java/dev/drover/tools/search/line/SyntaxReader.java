package dev.drover.tools.search.line;

import static dev.drover.tools.search.line.Syntax.One.MANY;
import static dev.drover.tools.search.line.Syntax.Repeat.ENDLESS;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the part of [Pattern]'s language that people write every day, and gives up on the rest.
///
/// What is read may be wider than the expression, never narrower: conditions are dropped, and then
/// it is not [Reading#exact]. Character classes are not read at all: [Pattern] itself is asked
/// which ASCII characters they take.
///
/// Made for one expression that [Pattern] accepts.
final class SyntaxReader {
  /// An expression of which more is repeated would make an automaton too big to pay.
  private static final int MAX_REPEATS = 100;

  private final String regex;
  private final int flags;
  private int at;
  private boolean exact = true;

  private SyntaxReader(String regex, int flags) {
    this.regex = regex;
    this.flags = flags;
  }

  /// @param exact whether the expression takes exactly the ASCII lines that the syntax takes
  record Reading(Syntax syntax, boolean exact) {}

  /// @param flags as [Pattern] has them
  /// @return empty if the expression has something in it that is not understood here
  static Optional<Reading> read(String regex, int flags) {
    boolean ignoresCase = regex.startsWith("(?i)");
    var reader =
        new SyntaxReader(
            ignoresCase ? regex.substring("(?i)".length()) : regex,
            ignoresCase ? flags | Pattern.CASE_INSENSITIVE : flags);
    try {
      var syntax = reader.choice();
      return reader.at == reader.regex.length()
          ? Optional.of(new Reading(syntax, reader.exact))
          : Optional.empty();
    } catch (NotUnderstood unknown) {
      return Optional.empty();
    }
  }

  private static final class NotUnderstood extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotUnderstood() {
      super(null, null, false, false);
    }
  }

  private Syntax choice() {
    var parts = new ArrayList<Syntax>();
    parts.add(sequence());
    while (skip("|")) {
      parts.add(sequence());
    }
    return parts.size() == 1 ? parts.getFirst() : new Syntax.Choice(parts);
  }

  private Syntax sequence() {
    var parts = new ArrayList<Syntax>();
    while (at < regex.length() && peek() != '|' && peek() != ')') {
      if (skip("\\Q")) {
        quoted(parts);
      } else {
        parts.add(repeated(one()));
      }
    }
    return new Syntax.Sequence(parts);
  }

  private void quoted(List<Syntax> parts) {
    int end = regex.indexOf("\\E", at);
    var text = regex.substring(at, end < 0 ? regex.length() : end);
    at = end < 0 ? regex.length() : end + 2;
    if (isRepeated()) {
      throw new NotUnderstood();
    }
    text.codePoints().forEach(c -> parts.add(character(c)));
  }

  private Syntax one() {
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
      case '*', '+', '?', '{' -> throw new NotUnderstood();
      default -> character(c);
    };
  }

  private Syntax group() {
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
    throw new NotUnderstood();
  }

  private Syntax endOfGroup(Syntax inside) {
    if (!skip(")")) {
      throw new NotUnderstood();
    }
    return inside;
  }

  private Syntax escaped() {
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
          throw new NotUnderstood();
        }
        yield condition();
      }
      default -> throw new NotUnderstood();
    };
  }

  private Syntax condition() {
    exact = false;
    return new Syntax.Condition();
  }

  /// Goes to the end of a class whose bracket was read.
  private void skipClass() {
    skip("^");
    skip("]");
    while (!skip("]")) {
      if (skip("[")) {
        skipClass();
      } else if (regex.startsWith("&&", at) || regex.startsWith("\\Q", at)) {
        throw new NotUnderstood();
      } else {
        at += peek() == '\\' ? 2 : 1;
      }
    }
  }

  private Syntax character(int c) {
    if (c < 128) {
      var taken = askPattern("\\x%02x".formatted(c));
      boolean alone = Long.bitCount(taken.low()) + Long.bitCount(taken.high()) == 1;
      return new Syntax.One(taken.low(), taken.high(), alone ? c : MANY);
    }
    // If case is ignored, it may take an ASCII character, as the Kelvin sign takes a k. And half a
    // character is not in any text.
    if ((flags & Pattern.CASE_INSENSITIVE) != 0 || Character.getType(c) == Character.SURROGATE) {
      throw new NotUnderstood();
    }
    return new Syntax.One(0, 0, c);
  }

  private Syntax.One askPattern(String single) {
    var pattern = Pattern.compile(single, flags).asMatchPredicate();
    long low = 0;
    long high = 0;
    for (int c = 0; c < 128; c++) {
      // A line has no line break in it.
      if (c != '\n' && pattern.test(Character.toString(c))) {
        if (c < 64) {
          low |= 1L << c;
        } else {
          high |= 1L << c;
        }
      }
    }
    return new Syntax.One(low, high, MANY);
  }

  private Syntax repeated(Syntax part) {
    if (!isRepeated()) {
      return part;
    }
    var whole =
        switch (regex.charAt(at++)) {
          case '*' -> new Syntax.Repeat(part, 0, ENDLESS);
          case '+' -> new Syntax.Repeat(part, 1, ENDLESS);
          case '?' -> new Syntax.Repeat(part, 0, 1);
          default -> counted(part);
        };
    if (skip("+")) {
      exact = false;
    } else {
      skip("?");
    }
    // What a{2}{3} means is only known to Pattern.
    if (isRepeated()) {
      throw new NotUnderstood();
    }
    return whole;
  }

  private boolean isRepeated() {
    return at < regex.length() && "*+?{".indexOf(peek()) >= 0;
  }

  private Syntax counted(Syntax part) {
    int least = number();
    int most = skip(",") ? (peek() == '}' ? ENDLESS : number()) : least;
    if (!skip("}") || least > MAX_REPEATS || most > MAX_REPEATS) {
      throw new NotUnderstood();
    }
    return new Syntax.Repeat(part, least, most);
  }

  private int number() {
    int start = at;
    while (at < regex.length() && peek() >= '0' && peek() <= '9') {
      at++;
    }
    if (at == start || at - start > 4) {
      throw new NotUnderstood();
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
      throw new NotUnderstood();
    }
    return regex.charAt(at);
  }
}
