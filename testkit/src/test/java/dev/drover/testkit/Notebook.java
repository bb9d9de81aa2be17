package dev.drover.testkit;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a process has done in the world, beside all stores: a line each, written whole and at once.
/// Whoever kills the process loses none of them, because the system has them already.
///
/// Safe for use by any thread.
record Notebook(OutputStream file) {
  private static final String ENDING = ".notes";

  static Notebook of(Path folder, String process) throws IOException {
    // Of this kind, because an interrupt does not close it.
    return new Notebook(new FileOutputStream(folder.resolve(process + ENDING).toFile(), true));
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

  /// All lines of a kind, of all processes, as their words without the kind.
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
