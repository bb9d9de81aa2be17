package dev.drover.tools.patch;

import dev.drover.tools.place.Obstacle;
import java.util.List;

/// The lines of a patch, read from the first to the last.
final class PatchText {
  private final List<String> lines;
  private int at;

  PatchText(String patch) {
    var text = patch.endsWith("\n") ? patch.substring(0, patch.length() - 1) : patch;
    this.lines = List.of(text.split("\n", -1));
  }

  static List<FilePatch> read(String patch) throws Obstacle {
    var text = new PatchText(patch);
    boolean envelope = patch.stripLeading().startsWith("*** ");
    var files = envelope ? new EnvelopeReader(text).read() : new UnifiedReader(text).read();
    if (files.isEmpty()) {
      throw new Obstacle(
          "The patch changes no file. Give a unified diff (--- a/x, +++ b/x, @@ -1,2 +1,3 @@) "
              + "or *** Begin Patch … *** End Patch.");
    }
    return files;
  }

  boolean isOver() {
    return at >= lines.size();
  }

  /// Empty when it is over, which no line that matters is.
  String peek() {
    return ahead(0);
  }

  /// The line that comes this many lines later.
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

  Obstacle wrong(String what) {
    return new Obstacle("Line %d of the patch: %s Nothing was written.".formatted(at + 1, what));
  }
}
