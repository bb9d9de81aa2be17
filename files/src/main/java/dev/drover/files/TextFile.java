package dev.drover.files;

import java.nio.file.Path;

/// A file with a text in it, and before that, if it has one, a head between two lines of three
/// dashes.
///
/// @param head empty if it has none
record TextFile(Path path, String head, String body) {
  /// The line on which a head begins.
  static final int HEAD_LINE = 2;

  private static final String FENCE = "---";

  static TextFile read(SourceFile file) throws Unusable {
    var path = file.path();
    var text = file.text();
    if (!text.startsWith(FENCE + "\n")) {
      return new TextFile(path, "", text.strip());
    }
    int end = (text + "\n").indexOf("\n" + FENCE + "\n", FENCE.length());
    if (end < 0) {
      throw new Unusable(1, "its head has no end", "Close it with a line of three dashes.");
    }
    var head = text.substring(FENCE.length() + 1, Math.max(end, FENCE.length() + 1));
    int body = Math.min(end + FENCE.length() + 2, text.length());
    return new TextFile(path, head, text.substring(body).strip());
  }

  /// `explore` of `explore.md`.
  String name() {
    var file = path.getFileName().toString();
    return file.substring(0, file.lastIndexOf('.'));
  }

  boolean hasHead() {
    return !head.isBlank();
  }
}
