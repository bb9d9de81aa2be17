package dev.drover.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The real shell, with many lines per process.
public final class BashReference {
  private BashReference() {}

  /// @param folder where it runs
  /// @param script to run for each line, which is in `$line`
  /// @return the output of the script for each line
  public static List<String> each(Path folder, String script, List<String> lines) {
    var driver =
        "while IFS= read -r -d '' line; do { %s; } </dev/null; printf '\\0'; done"
            .formatted(script);
    try {
      var process =
          new ProcessBuilder("bash", "--norc", "-c", driver)
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var feeder = Thread.ofVirtual().start(() -> feed(process, lines));
      var printed = process.getInputStream().readAllBytes();
      feeder.join();
      return List.of(new String(printed, StandardCharsets.UTF_8).split("\0", lines.size() + 1))
          .subList(0, lines.size());
    } catch (IOException unusable) {
      throw new UncheckedIOException(unusable);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while bash was asked", interrupted);
    }
  }

  private static void feed(Process process, List<String> lines) {
    try (var input = process.getOutputStream()) {
      for (var line : lines) {
        input.write(line.getBytes(StandardCharsets.UTF_8));
        input.write(0);
      }
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }
}
