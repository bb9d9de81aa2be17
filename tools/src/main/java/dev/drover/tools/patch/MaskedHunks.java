package dev.drover.tools.patch;

import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.patch.PatchHunk.Row;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.ArrayList;
import java.util.List;

/// Restores secrets in hunks: each mask is replaced by the file's secret. One mask may stand for
/// several lines.
final class MaskedHunks {
  private MaskedHunks() {}

  static List<PatchHunk> restored(List<PatchHunk> hunks, MaskedContent content) throws ToolRefusal {
    var restored = new ArrayList<PatchHunk>();
    for (var hunk : hunks) {
      var rows = new ArrayList<Row>();
      for (var row : hunk.rows()) {
        rows.addAll(restored(row, content));
      }
      restored.add(new PatchHunk(hunk.location(), rows));
    }
    return restored;
  }

  private static List<Row> restored(Row row, MaskedContent content) throws ToolRefusal {
    var text =
        row.sign() == PatchHunk.Sign.ADD ? content.restore(row.text()) : content.quoted(row.text());
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
