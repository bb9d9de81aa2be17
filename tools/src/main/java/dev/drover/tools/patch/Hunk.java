package dev.drover.tools.patch;

import java.util.ArrayList;
import java.util.List;

/// Lines that belong together: what is there, what goes, and what comes.
///
/// @param spot where it is said to be
record Hunk(Spot spot, List<Row> rows) {
  /// How a patch says where a hunk goes.
  sealed interface Spot {
    /// @param line counted from 1, in the file as it is; 0 before the first line
    record AtLine(int line) implements Spot {}

    /// Somewhere below these lines, each of them below the one before.
    record Below(List<String> anchors) implements Spot {}

    record AtEnd() implements Spot {}
  }

  enum Sign {
    KEEP,
    DROP,
    ADD
  }

  /// @param text with its line end, if it has one
  record Row(Sign sign, String text) {}

  Hunk {
    rows = List.copyOf(rows);
  }

  /// The lines that must be there.
  List<String> old() {
    var old = new ArrayList<String>();
    for (var row : rows) {
      if (row.sign() != Sign.ADD) {
        old.add(row.text());
      }
    }
    return old;
  }
}
