package dev.drover.spi.secret;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Where a secret stands in a text.
///
/// @param end behind its last character
/// @param kind what is written in its place
record Span(int start, int end, String kind) {
  private static final Comparator<Span> IN_ORDER =
      Comparator.comparingInt(Span::start).thenComparing(Span::end, Comparator.reverseOrder());

  /// In order and apart. Of two that overlap, the one that begins first names both.
  static List<Span> merged(List<Span> found) {
    if (found.size() < 2) {
      return found;
    }
    var ordered = new ArrayList<>(found);
    ordered.sort(IN_ORDER);
    var merged = new ArrayList<Span>();
    for (var span : ordered) {
      if (!merged.isEmpty() && span.start < merged.getLast().end) {
        var last = merged.removeLast();
        merged.add(new Span(last.start, Math.max(last.end, span.end), last.kind));
      } else {
        merged.add(span);
      }
    }
    return merged;
  }
}
