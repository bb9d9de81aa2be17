package dev.drover.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Bytes that were written by hand and never change: each file is one line.
final class GoldenFiles {
  private static final String ENDING = ".json";

  private final Path folder;

  GoldenFiles(String folder) {
    try {
      this.folder =
          Path.of(
              Objects.requireNonNull(GoldenFiles.class.getResource("/golden/" + folder)).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  Set<String> names() {
    try (var files = Files.list(folder)) {
      var names = new TreeSet<String>();
      files.forEach(file -> names.add(file.getFileName().toString().replace(ENDING, "")));
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Without the line break at the end.
  byte[] read(String name) {
    try {
      var line = Files.readAllBytes(folder.resolve(name + ENDING));
      if (line[line.length - 1] != '\n') {
        throw new IllegalStateException(name + " has no line break at its end");
      }
      return Arrays.copyOf(line, line.length - 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
