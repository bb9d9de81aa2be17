package dev.drover.fuzz.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// Hostile lines from other sources, as seeds for mutations: those of the policy's tests, and a
/// corpus outside the project if it is available.
final class SeedShellLines {
  private static final Path TESTS = Path.of("../runtime/src/test/resources/dev/drover/policy");
  private static final Path CORPUS = Path.of("../../shared/corpora/hostile-lines.tsv");
  private static final JsonMapper JSON = new JsonMapper();

  private SeedShellLines() {}

  static List<String> all() {
    return Stream.of(
            table(TESTS.resolve("hostile-lines.txt")),
            columns(TESTS.resolve("hostile-families.tsv")),
            columns(CORPUS))
        .flatMap(lines -> lines)
        .filter(line -> !line.contains("\0"))
        .toList();
  }

  private static Stream<String> table(Path file) {
    return read(file)
        .filter(row -> row.matches("(deny|ask|allow): .*"))
        .map(row -> row.substring(row.indexOf(' ') + 1).replaceFirst(" ⟸.*", ""))
        .map(ShellText::decoded)
        .map(line -> line.replace('␀', '\0'));
  }

  /// The last column of each row except the header.
  private static Stream<String> columns(Path file) {
    return read(file)
        .skip(1)
        .map(row -> JSON.readValue(row.substring(row.lastIndexOf('\t') + 1), String.class));
  }

  private static Stream<String> read(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file).stream() : Stream.of();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
