package dev.drover.tools.patch;

import java.util.ArrayList;
import java.util.List;

/// Consecutive lines of a patch: context, deletions and additions.
///
/// @param location the position that the patch names
record PatchHunk(Location location, List<Row> rows) {
  /// How a patch specifies the position of a hunk.
  sealed interface Location {
    /// @param line counted from 1, in the current file; 0 for before the first line
    record AtLine(int line) implements Location {}

    /// After these lines, which occur in this order.
    record Below(List<String> anchors) implements Location {}

    record AtEnd() implements Location {}
  }

  enum Sign {
    KEEP,
    DROP,
    ADD
  }

  /// @param text with its line end, if any
  record Row(Sign sign, String text) {}

  PatchHunk {
    rows = List.copyOf(rows);
  }

  /// The lines that the file must contain.
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
