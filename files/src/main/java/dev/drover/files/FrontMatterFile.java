package dev.drover.files;

import java.nio.file.Path;

/// A file with a text, and optional front matter above it, between two lines of three dashes.
///
/// @param frontMatter empty if it has none
record FrontMatterFile(Path path, String frontMatter, String body) {
  /// The line on which front matter begins.
  static final int HEAD_LINE = 2;

  private static final String FENCE = "---";

  static FrontMatterFile read(LoadedFile file) throws UnusableFileException {
    var path = file.path();
    var text = file.text();
    if (!text.startsWith(FENCE + "\n")) {
      return new FrontMatterFile(path, "", text.strip());
    }
    int end = (text + "\n").indexOf("\n" + FENCE + "\n", FENCE.length());
    if (end < 0) {
      throw new UnusableFileException(
          1, "its head has no end", "Close it with a line of three dashes.");
    }
    var head = text.substring(FENCE.length() + 1, Math.max(end, FENCE.length() + 1));
    int body = Math.min(end + FENCE.length() + 2, text.length());
    return new FrontMatterFile(path, head, text.substring(body).strip());
  }

  /// `explore` of `explore.md`.
  String name() {
    var file = path.getFileName().toString();
    return file.substring(0, file.lastIndexOf('.'));
  }

  boolean hasFrontMatter() {
    return !frontMatter.isBlank();
  }
}
