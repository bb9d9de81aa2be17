package dev.drover.tools.text;

import dev.drover.tools.text.MatchLeniency.IgnoredDifference;
import java.util.Arrays;

/// A text without ignored differences that maps each of its characters to its position in the
/// original. Texts that differ only in ignored differences have equal normalized texts.
final class NormalizedText {
  private final MatchLeniency leniency;
  private final StringBuilder text = new StringBuilder();
  private int[] origins;

  private NormalizedText(MatchLeniency leniency, int length) {
    this.leniency = leniency;
    this.origins = new int[length];
  }

  static NormalizedText of(String text, MatchLeniency leniency) {
    var normalized = new NormalizedText(leniency, text.length());
    for (int at = 0; at <= text.length(); ) {
      int end = text.indexOf('\n', at);
      normalized.takeLine(text, at, end < 0 ? text.length() : end);
      if (end < 0) {
        break;
      }
      normalized.put('\n', end);
      at = end + 1;
    }
    normalized.origins = Arrays.copyOf(normalized.origins, normalized.text.length());
    return normalized;
  }

  String text() {
    return text.toString();
  }

  /// The position of a character in the original text.
  int origin(int at) {
    return origins[at];
  }

  private void takeLine(String whole, int from, int to) {
    int first = from;
    int end = to;
    while (leniency.ignores(IgnoredDifference.TRAILING) && end > first && isBlank(whole, end - 1)) {
      end--;
    }
    while (leniency.ignores(IgnoredDifference.LEADING) && first < end && isBlank(whole, first)) {
      first++;
    }
    for (int at = first; at < end; at++) {
      if (leniency.ignores(IgnoredDifference.INNER) && isBlank(whole, at)) {
        put(' ', at);
        while (at + 1 < end && isBlank(whole, at + 1)) {
          at++;
        }
      } else {
        put(seen(whole.charAt(at)), at);
      }
    }
  }

  private void put(char c, int origin) {
    origins[text.length()] = origin;
    text.append(c);
  }

  private boolean isBlank(String whole, int at) {
    char c = seen(whole.charAt(at));
    return c == ' ' || c == '\t';
  }

  private char seen(char c) {
    return leniency.ignores(IgnoredDifference.TYPOGRAPHIC) ? plain(c) : c;
  }

  /// The keyboard character for a typographic one.
  private static char plain(char c) {
    return switch (c) {
      case '\u201C', '\u201D', '\u201E', '\u201F', '\u00AB', '\u00BB', '\u2033' -> '"';
      case '\u2018', '\u2019', '\u201A', '\u201B', '\u2032', '\u00B4' -> '\'';
      case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212' -> '-';
      case '\u00A0', '\u2007', '\u202F', '\u205F', '\u3000' -> ' ';
      default -> c >= '\u2000' && c <= '\u200A' ? ' ' : c;
    };
  }
}
