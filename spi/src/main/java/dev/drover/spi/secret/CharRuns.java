package dev.drover.spi.secret;

import java.util.EnumMap;
import java.util.Map;

/// Where runs of characters of one alphabet end in one text. A run is walked once, however many
/// signs of secrets stand in it: that is what keeps the search linear.
final class CharRuns {
  private record Run(int start, int end) {}

  private final String text;
  private final Map<Alphabet, Run> last = new EnumMap<>(Alphabet.class);

  CharRuns(String text) {
    this.text = text;
  }

  /// The place behind the last character of the run that begins there, which may be empty.
  int end(Alphabet alphabet, int at) {
    var known = last.get(alphabet);
    if (known != null && known.start() <= at && at <= known.end()) {
      return known.end();
    }
    int end = at;
    while (end < text.length() && alphabet.has(text.charAt(end))) {
      end++;
    }
    last.put(alphabet, new Run(at, end));
    return end;
  }
}
