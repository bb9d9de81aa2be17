package dev.drover.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The resource tables with the known programs and variables.
///
/// A line is a head, a colon and words; an indented line continues the words of the previous one;
/// `#` begins a comment.
final class TableLines {
  private TableLines() {}

  record TableLine(List<String> head, List<String> words) {}

  static List<TableLine> of(String resource) {
    var lines = new ArrayList<TableLine>();
    for (var line : text(resource).lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith(" ")) {
        lines.getLast().words().addAll(split(line));
      } else {
        int colon = line.indexOf(": ");
        lines.add(new TableLine(split(line.substring(0, colon)), split(line.substring(colon + 2))));
      }
    }
    return lines;
  }

  private static List<String> split(String text) {
    return new ArrayList<>(List.of(text.strip().split(" +")));
  }

  private static String text(String resource) {
    try (var file = TableLines.class.getResourceAsStream(resource)) {
      var bytes = Objects.requireNonNull(file, resource).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
