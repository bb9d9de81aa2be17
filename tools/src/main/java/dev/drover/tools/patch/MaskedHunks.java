package dev.drover.tools.patch;

import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.patch.Hunk.Row;
import dev.drover.tools.place.Obstacle;
import java.util.ArrayList;
import java.util.List;

/// Hunks with the secrets of the file in place of their masks. One mask may stand for several
/// lines.
final class MaskedHunks {
  private MaskedHunks() {}

  static List<Hunk> restored(List<Hunk> hunks, MaskedContent content) throws Obstacle {
    var restored = new ArrayList<Hunk>();
    for (var hunk : hunks) {
      var rows = new ArrayList<Row>();
      for (var row : hunk.rows()) {
        rows.addAll(restored(row, content));
      }
      restored.add(new Hunk(hunk.spot(), rows));
    }
    return restored;
  }

  private static List<Row> restored(Row row, MaskedContent content) throws Obstacle {
    var text =
        row.sign() == Hunk.Sign.ADD ? content.restore(row.text()) : content.quoted(row.text());
    if (text.equals(row.text())) {
      return List.of(row);
    }
    var rows = new ArrayList<Row>();
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf('\n', at);
      int next = end < 0 ? text.length() : end + 1;
      rows.add(new Row(row.sign(), text.substring(at, next)));
      at = next;
    }
    return rows;
  }
}
