package dev.drover.spi.secret;

import java.util.EnumMap;
import java.util.Map;

/// The ends of runs of characters of one alphabet in one text. A run is scanned once, however many
/// markers it contains: this keeps the search linear.
final class CharRuns {
  private record Run(int start, int end) {}

  private final String text;
  private final Map<SecretAlphabet, Run> last = new EnumMap<>(SecretAlphabet.class);

  CharRuns(String text) {
    this.text = text;
  }

  /// The position after the last character of the run that begins there, which may be empty.
  int end(SecretAlphabet alphabet, int at) {
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
