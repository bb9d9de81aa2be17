package dev.drover.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Runs `rg` on the same files that our tools search.
record RipgrepRunner(Path tree) {
  private static final List<String> SAME_FILES =
      List.of(
          "rg", "--no-config", "--hidden", "--no-require-git", "--no-ignore-global", "-g", "!.git");

  long lines(List<String> arguments) throws IOException, InterruptedException {
    try (var rows = run(arguments)) {
      return rows.mapToLong(row -> Long.parseLong(row.substring(row.lastIndexOf(':') + 1))).sum();
    }
  }

  /// Does not use ripgrep's own glob, which would include ignored files again.
  long files(String ending) throws IOException, InterruptedException {
    try (var rows = run(List.of("--files"))) {
      return rows.filter(row -> row.endsWith(ending)).count();
    }
  }

  private Stream<String> run(List<String> arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(SAME_FILES);
    command.addAll(arguments);
    command.add(".");
    var process =
        new ProcessBuilder(command)
            .directory(tree.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output.lines();
  }
}
