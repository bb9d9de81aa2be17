package dev.drover.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file with a text in it, and before that, if it has one, a head between two lines of three
/// dashes.
///
/// @param head empty if it has none
record TextFile(Path path, String head, String body) {
  /// The line on which a head begins.
  static final int HEAD_LINE = 2;

  private static final String FENCE = "---";
  private static final int LARGEST = 64 * 1024;

  static TextFile read(Path path) throws Unusable {
    var text = text(path);
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

  /// All of it, with one kind of line end.
  static String text(Path path) throws Unusable {
    try {
      if (Files.size(path) > LARGEST) {
        throw new Unusable(0, "it is larger than %d bytes".formatted(LARGEST), "Make it shorter.");
      }
      var text = Files.readString(path).replace("\r\n", "\n");
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException foreign) {
      throw new Unusable(0, "it is not a text in UTF-8", "Save it as UTF-8.");
    } catch (IOException unreadable) {
      throw new Unusable(0, "it cannot be read: " + unreadable.getMessage(), "Allow reading it.");
    }
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
