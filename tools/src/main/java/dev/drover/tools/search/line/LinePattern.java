package dev.drover.tools.search.line;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A regular expression for lines of UTF-8 text, and the fastest way to find them.
///
/// Lines without the expression's longest fixed text are skipped, and a [LazyDfa] decides about
/// lines of ASCII characters. Only the remaining lines are passed to a [Pattern]: ASCII lines to
/// one without Unicode tables, which make no difference there, all others to one with them.
public final class LinePattern {
  /// A shorter text occurs in so many lines that searching for it does not help.
  private static final int SHORTEST_TEXT = 3;

  /// Only `\n` ends a line.
  private static final int ASCII = Pattern.UNIX_LINES;

  private static final int UNICODE = ASCII | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS;

  /// Escapes that can denote a non-ASCII character.
  private static final Pattern BY_NUMBER = Pattern.compile("\\\\[xuN0c]");

  private final String regex;
  private final int asciiFlags;
  private final Pattern ascii;
  private final Pattern unicode;

  private LinePattern(String regex, int asciiFlags, int unicodeFlags) {
    this.regex = regex;
    this.asciiFlags = asciiFlags;
    this.ascii = Pattern.compile(regex, asciiFlags);
    this.unicode = Pattern.compile(regex, unicodeFlags);
  }

  public enum Letters {
    AS_GIVEN,
    ANY_CASE
  }

  /// @throws PatternSyntaxException if the expression is invalid
  public static LinePattern of(String regex, Letters letters) {
    int cases = letters == Letters.ANY_CASE ? Pattern.CASE_INSENSITIVE : 0;
    // If case is ignored, a non-ASCII character may match an ASCII character.
    boolean plain = regex.chars().allMatch(c -> c < 128) && !BY_NUMBER.matcher(regex).find();
    return new LinePattern(regex, (plain ? ASCII : UNICODE) | cases, UNICODE | cases);
  }

  public static LinePattern ofText(String text, Letters letters) {
    return of(Pattern.quote(text), letters);
  }

  /// For use by one thread.
  public LineFinder finder() {
    return new LineFinder(candidates(), new LineMatcher(ascii, unicode));
  }

  private CandidateFinder candidates() {
    var reading = LineRegexParser.read(regex, asciiFlags);
    if (reading.isEmpty()) {
      return new CandidateFinder.EveryLine();
    }
    var syntax = reading.get().syntax();
    var text = RequiredLiteral.of(syntax).getBytes(StandardCharsets.UTF_8);
    var characters = new String(text, StandardCharsets.ISO_8859_1);
    if (text.length > 0 && RequiredLiteral.isAll(syntax)) {
      return new CandidateFinder.WithText(characters, true);
    }
    if (text.length >= SHORTEST_TEXT) {
      return new CandidateFinder.WithText(characters, false);
    }
    return LazyDfa.of(reading.get())
        .<CandidateFinder>map(automaton -> automaton)
        .orElseGet(CandidateFinder.EveryLine::new);
  }
}
