package dev.drover.tools.shell;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// What a command gets to know of the process that starts it.
final class ShellEnvironment {
  private static final List<String> SECRET =
      List.of("KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL");

  private ShellEnvironment() {}

  /// Takes out what by its name is a secret.
  static void scrub(Map<String, String> environment) {
    environment.keySet().removeIf(ShellEnvironment::looksSecret);
  }

  private static boolean looksSecret(String name) {
    var upper = name.toUpperCase(Locale.ROOT);
    return SECRET.stream().anyMatch(upper::contains);
  }

  static boolean hasProgram(Map<String, String> environment, String name) {
    var path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    return Pattern.compile(":")
        .splitAsStream(path)
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }
}
