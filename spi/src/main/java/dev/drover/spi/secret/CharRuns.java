package dev.drover.spi.secret;

import java.util.Arrays;

/// Where runs of characters of one alphabet end in one text. A run is walked once, however many
/// signs of secrets stand in it: that is what keeps the search linear.
final class CharRuns {
  private final String text;
  private final int[] from = new int[Alphabet.values().length];
  private final int[] to = new int[Alphabet.values().length];

  CharRuns(String text) {
    this.text = text;
    Arrays.fill(from, -1);
  }

  /// The place behind the last character of the run that begins there, which may be empty.
  int end(Alphabet alphabet, int at) {
    int known = alphabet.ordinal();
    if (from[known] >= 0 && from[known] <= at && at <= to[known]) {
      return to[known];
    }
    int end = at;
    while (end < text.length() && alphabet.has(text.charAt(end))) {
      end++;
    }
    from[known] = at;
    to[known] = end;
    return end;
  }
}
