package dev.drover.bench.peers.parent;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One column of a table: its title, and what it says of each contender.
///
/// @param cell null if it was not measured
record Column(String title, Function<Figures, @Nullable String> cell) {
  /// Samples, with their spread.
  static Column count(String title, Function<Figures, Samples> samples) {
    return new Column(title, figures -> Markdown.count(samples.apply(figures)));
  }

  String of(Figures figures) {
    var text = cell.apply(figures);
    return text == null ? Markdown.NOTHING : text;
  }
}
