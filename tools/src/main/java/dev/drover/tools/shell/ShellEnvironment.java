package dev.drover.tools.shell;

import dev.drover.spi.secret.SecretRedactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The environment variables that a command inherits.
final class ShellEnvironment {
  /// Matched anywhere in a name.
  private static final List<String> SECRET =
      List.of("KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "COOKIE");

  /// Matched between two `_` of a name, or at its ends.
  private static final Set<String> SECRET_WORDS =
      Set.of("AUTH", "PASS", "PAT", "PWD", "DSN", "JWT");

  private static final List<String> SECRET_BEGINNINGS = List.of("AWS_", "AZURE_", "VAULT_", "OP_");

  private static final String LOCALE = "LC_ALL";
  private static final String OWN_LOCALE = "DROVER_LC_ALL";

  private static final Set<String> NO_SECRET = Set.of("PWD", "OLDPWD");

  /// Variables that lead to services acting for the user.
  private static final Set<String> AGENTS =
      Set.of("SSH_AGENT_PID", "GPG_AGENT_INFO", "DBUS_SESSION_BUS_ADDRESS", "DOCKER_HOST");

  /// Variables that hold the folder of an installation.
  private static final List<String> INSTALLATIONS =
      List.of("JAVA_HOME", "MAVEN_HOME", "M2_HOME", "GRADLE_HOME", "GOROOT", "VIRTUAL_ENV");

  private ShellEnvironment() {}

  /// Removes variables whose name or value looks like a secret.
  ///
  /// @param allowed names that are kept anyway
  static void scrub(Map<String, String> environment, List<String> allowed) {
    environment
        .entrySet()
        .removeIf(
            each ->
                !allowed.contains(each.getKey())
                    && (isNameOfSecret(each.getKey())
                        || SecretRedactor.KNOWN_SHAPES.hasSecret(each.getValue())));
    restoreLocale(environment);
    // There is no terminal that shows colours, and no user to answer a prompt.
    environment.put("TERM", "dumb");
    environment.put("PAGER", "cat");
    environment.put("GIT_PAGER", "cat");
    environment.put("GIT_TERMINAL_PROMPT", "0");
  }

  /// The launcher sets a locale for the JVM, and saves the user's own in another variable.
  private static void restoreLocale(Map<String, String> environment) {
    var own = environment.remove(OWN_LOCALE);
    if (own != null && own.isEmpty()) {
      environment.remove(LOCALE);
    } else if (own != null) {
      environment.put(LOCALE, own);
    }
  }

  private static boolean isNameOfSecret(String name) {
    var upper = name.toUpperCase(Locale.ROOT);
    return !NO_SECRET.contains(upper)
        && (AGENTS.contains(upper)
            || SECRET.stream().anyMatch(upper::contains)
            || SECRET_BEGINNINGS.stream().anyMatch(upper::startsWith)
            || Pattern.compile("_").splitAsStream(upper).anyMatch(SECRET_WORDS::contains));
  }

  /// The home directory is not writable in a sandbox, but caches must be.
  static void moveCaches(Map<String, String> environment) {
    environment.put("TMPDIR", "/tmp");
    environment.put("XDG_CACHE_HOME", "/tmp/.cache");
  }

  /// The folders on the PATH, and of installations that programs find by a variable.
  static List<Path> programFolders(Map<String, String> environment) {
    var folders = new ArrayList<Path>();
    Pattern.compile(":")
        .splitAsStream(environment.getOrDefault("PATH", ""))
        .filter(folder -> !folder.isEmpty())
        .forEach(folder -> folders.add(Path.of(folder)));
    for (var name : INSTALLATIONS) {
      var folder = environment.getOrDefault(name, "");
      if (!folder.isEmpty()) {
        folders.add(Path.of(folder, "bin"));
      }
    }
    return folders;
  }

  static boolean hasProgram(Map<String, String> environment, String name) {
    var path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    return Pattern.compile(":")
        .splitAsStream(path)
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }
}
