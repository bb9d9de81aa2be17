package dev.drover.tools.search.line;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A regular expression for lines of UTF-8 text, and the fastest way to find them.
///
/// What a line without the expression's longest fixed text is, nobody has to ask; and what is
/// matched in a line of ASCII characters an [Automaton] knows. Only lines that are left are given
/// to [Pattern]: lines of ASCII characters to one without Unicode's tables, which sees no
/// difference there, all others to one with them.
public final class LinePattern {
  /// A shorter text is in so many lines that looking for it is no help.
  private static final int SHORTEST_TEXT = 3;

  /// Only `\n` ends a line.
  private static final int ASCII = Pattern.UNIX_LINES;

  private static final int UNICODE = ASCII | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS;

  /// Escapes that can name a character beyond ASCII.
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

  /// @throws PatternSyntaxException if it is none
  public static LinePattern of(String regex, Letters letters) {
    int cases = letters == Letters.ANY_CASE ? Pattern.CASE_INSENSITIVE : 0;
    // Where case is ignored, a character beyond ASCII may match one of ASCII.
    boolean plain = regex.chars().allMatch(c -> c < 128) && !BY_NUMBER.matcher(regex).find();
    return new LinePattern(regex, (plain ? ASCII : UNICODE) | cases, UNICODE | cases);
  }

  public static LinePattern ofText(String text, Letters letters) {
    return of(Pattern.quote(text), letters);
  }

  /// For one thread.
  public LineFinder finder() {
    return new LineFinder(candidates(), new Verifier(ascii, unicode));
  }

  private Candidates candidates() {
    var reading = SyntaxReader.read(regex, asciiFlags);
    if (reading.isEmpty()) {
      return new Candidates.EveryLine();
    }
    var syntax = reading.get().syntax();
    var text = RequiredText.of(syntax).getBytes(StandardCharsets.UTF_8);
    var characters = new String(text, StandardCharsets.ISO_8859_1);
    if (text.length > 0 && RequiredText.isAll(syntax)) {
      return new Candidates.WithText(characters, true);
    }
    if (text.length >= SHORTEST_TEXT) {
      return new Candidates.WithText(characters, false);
    }
    return Automaton.of(reading.get())
        .<Candidates>map(automaton -> automaton)
        .orElseGet(Candidates.EveryLine::new);
  }
}
