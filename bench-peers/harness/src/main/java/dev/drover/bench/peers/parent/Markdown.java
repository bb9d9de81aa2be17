package dev.drover.bench.peers.parent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How figures are written down.
final class Markdown {
  /// What was not measured.
  static final String NOTHING = "–";

  private Markdown() {}

  /// @param rows the first holds the titles of the columns
  static String table(List<List<String>> rows) {
    var lines = new ArrayList<String>();
    for (var row : rows) {
      lines.add("| " + String.join(" | ", row) + " |");
    }
    lines.add(1, "|" + " --- |".repeat(rows.getFirst().size()));
    return String.join("\n", lines);
  }

  static String bullets(List<String> lines) {
    return "- " + String.join("\n- ", lines);
  }

  /// The median, with the least and the most.
  static String count(Samples samples) {
    return samples.isEmpty()
        ? NOTHING
        : String.format(
            Locale.ROOT, "%,.0f (%,.0f–%,.0f)", samples.median(), samples.least(), samples.most());
  }

  static String ratio(Samples samples, Samples reference) {
    var ratios = samples.over(reference);
    return ratios.isEmpty()
        ? NOTHING
        : String.format(
            Locale.ROOT, "%,.2f × (%,.2f–%,.2f)", ratios.median(), ratios.least(), ratios.most());
  }

  static String tenths(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }
}
