package dev.drover.store.jdbc;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The numbered SQL files of a schema, next to this class: `0001.sql` creates version 1, each
/// following one the next version. A released file is never changed.
final class SchemaMigrations {
  private static final Pattern END = Pattern.compile(";\\s*(\\n|$)");

  private SchemaMigrations() {}

  static List<String> in(String folder) {
    var scripts = new ArrayList<String>();
    while (true) {
      var name = "%s/%04d.sql".formatted(folder, scripts.size() + 1);
      try (var file = SchemaMigrations.class.getResourceAsStream(name)) {
        if (file == null) {
          return List.copyOf(scripts);
        }
        scripts.add(new String(file.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
  }

  /// The statements of a script: each ends with a semicolon at the end of a line, comments have
  /// lines of their own.
  static List<String> statements(String script) {
    var code = script.lines().map(line -> line.startsWith("--") ? "" : line).collect(joining("\n"));
    return END.splitAsStream(code)
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }
}
