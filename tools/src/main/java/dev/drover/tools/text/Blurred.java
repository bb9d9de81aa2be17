package dev.drover.tools.text;

import dev.drover.tools.text.Leniency.Slip;
import java.util.Arrays;

/// A text with some differences overlooked, which knows where each of its characters stands in the
/// text it was made of. Two texts that differ in nothing else are the same when blurred.
final class Blurred {
  private final Leniency leniency;
  private final StringBuilder text = new StringBuilder();
  private int[] origins;

  private Blurred(Leniency leniency, int length) {
    this.leniency = leniency;
    this.origins = new int[length];
  }

  static Blurred of(String text, Leniency leniency) {
    var blurred = new Blurred(leniency, text.length());
    for (int at = 0; at <= text.length(); ) {
      int end = text.indexOf('\n', at);
      blurred.takeLine(text, at, end < 0 ? text.length() : end);
      if (end < 0) {
        break;
      }
      blurred.put('\n', end);
      at = end + 1;
    }
    blurred.origins = Arrays.copyOf(blurred.origins, blurred.text.length());
    return blurred;
  }

  String text() {
    return text.toString();
  }

  /// Where a character of this text stands in the other.
  int origin(int at) {
    return origins[at];
  }

  private void takeLine(String whole, int from, int to) {
    int first = from;
    int end = to;
    while (leniency.overlooks(Slip.TRAILING) && end > first && isBlank(whole, end - 1)) {
      end--;
    }
    while (leniency.overlooks(Slip.LEADING) && first < end && isBlank(whole, first)) {
      first++;
    }
    for (int at = first; at < end; at++) {
      if (leniency.overlooks(Slip.INNER) && isBlank(whole, at)) {
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
    return leniency.overlooks(Slip.TYPOGRAPHIC) ? plain(c) : c;
  }

  /// What is on a keyboard for what a typesetter would take.
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
