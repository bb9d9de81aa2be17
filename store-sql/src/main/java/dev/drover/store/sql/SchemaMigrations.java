package dev.drover.store.sql;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The numbered SQL files of a schema: `0001.sql` creates version 1, each following one the next
/// version. A released file is never changed.
public final class SchemaMigrations {
  private static final Pattern END = Pattern.compile(";\\s*(\\n|$)");

  private SchemaMigrations() {}

  /// @param resources opens the file with that name, and returns null if there is none; a module
  ///   opens its own resources only
  public static List<String> in(Function<String, @Nullable InputStream> resources) {
    var scripts = new ArrayList<String>();
    while (true) {
      var name = "%04d.sql".formatted(scripts.size() + 1);
      try (var file = resources.apply(name)) {
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
  public static List<String> statements(String script) {
    var code = script.lines().map(line -> line.startsWith("--") ? "" : line).collect(joining("\n"));
    return END.splitAsStream(code)
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }
}
