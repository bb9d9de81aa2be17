package dev.drover.soak;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A log of a process's real-world actions, independent of all stores: one line each, written
/// atomically. A kill of the process loses none of them, because the operating system already has
/// them.
///
/// Safe for use by any thread.
record ActionLog(OutputStream file) {
  private static final String ENDING = ".notes";

  static ActionLog of(Path folder, String process) throws IOException {
    // A FileOutputStream, because an interrupt does not close it.
    return new ActionLog(new FileOutputStream(folder.resolve(process + ENDING).toFile(), true));
  }

  void write(String kind, Object... words) {
    var line = new StringBuilder(kind);
    for (var word : words) {
      line.append(' ').append(word.toString().replaceAll("\\s+", "_"));
    }
    try {
      file.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /// All lines of one kind from all processes, split into words, without the kind.
  static List<List<String>> all(Path folder, String kind) throws IOException {
    var found = new ArrayList<List<String>>();
    try (var files = Files.newDirectoryStream(folder, "*" + ENDING)) {
      for (var file : files) {
        for (var line : Files.readAllLines(file)) {
          var words = List.of(line.split(" "));
          if (words.getFirst().equals(kind)) {
            found.add(words.subList(1, words.size()));
          }
        }
      }
    }
    return found;
  }
}
