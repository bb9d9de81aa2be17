package dev.drover.spi.secret;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The position of a secret in a text.
///
/// @param end after its last character
/// @param kind the text that replaces it
record SecretSpan(int start, int end, String kind) {
  private static final Comparator<SecretSpan> IN_ORDER =
      Comparator.comparingInt(SecretSpan::start)
          .thenComparing(SecretSpan::end, Comparator.reverseOrder());

  /// Sorted and disjoint. Of two that overlap, the first one determines the kind.
  static List<SecretSpan> merged(List<SecretSpan> found) {
    if (found.size() < 2) {
      return found;
    }
    var ordered = new ArrayList<>(found);
    ordered.sort(IN_ORDER);
    var merged = new ArrayList<SecretSpan>();
    for (var span : ordered) {
      if (!merged.isEmpty() && span.start < merged.getLast().end) {
        var last = merged.removeLast();
        merged.add(new SecretSpan(last.start, Math.max(last.end, span.end), last.kind));
      } else {
        merged.add(span);
      }
    }
    return merged;
  }
}
