package dev.drover.tools.patch;

import dev.drover.tools.workspace.ToolRefusal;
import java.util.List;

/// Reads the lines of a patch in order.
final class PatchLineReader {
  private final List<String> lines;
  private int at;

  PatchLineReader(String patch) {
    var text = patch.endsWith("\n") ? patch.substring(0, patch.length() - 1) : patch;
    this.lines = List.of(text.split("\n", -1));
  }

  static List<FilePatch> read(String patch) throws ToolRefusal {
    var text = new PatchLineReader(patch);
    boolean envelope = patch.stripLeading().startsWith("*** ");
    var files =
        envelope ? new EnvelopePatchReader(text).read() : new UnifiedDiffReader(text).read();
    if (files.isEmpty()) {
      throw new ToolRefusal(
          "The patch changes no file. Give a unified diff (--- a/x, +++ b/x, @@ -1,2 +1,3 @@) "
              + "or *** Begin Patch … *** End Patch.");
    }
    return files;
  }

  boolean isOver() {
    return at >= lines.size();
  }

  /// Empty at the end; no relevant line is empty.
  String peek() {
    return ahead(0);
  }

  /// The line this many lines ahead.
  String ahead(int by) {
    return at + by < lines.size() ? lines.get(at + by) : "";
  }

  String next() {
    return lines.get(at++);
  }

  void back(int to) {
    at = to;
  }

  int position() {
    return at;
  }

  ToolRefusal wrong(String what) {
    return new ToolRefusal("Line %d of the patch: %s Nothing was written.".formatted(at + 1, what));
  }
}
