package dev.drover.cli.environment;

import dev.drover.spi.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The environment of one invocation.
///
/// @param folder the working folder
/// @param home the person's home folder. A relative one is ignored: a file below the working folder
///   must never count as the person's
/// @param user the person at the keyboard, as recorded with approvals
public record CliEnvironment(
    Map<String, String> environment,
    Path folder,
    Path home,
    String user,
    StandardStreams streams,
    Terminal terminal,
    Time time,
    InterruptSource interrupts) {
  private static final Path NOWHERE = Path.of("");
  private static final String OWN_LOCALE = "DROVER_LC_ALL";

  public CliEnvironment {
    environment = Map.copyOf(environment);
  }

  public static CliEnvironment system() {
    return new CliEnvironment(
        own(System.getenv()),
        Path.of("").toAbsolutePath(),
        home(System.getenv(), System.getProperty("user.home", "")),
        System.getProperty("user.name"),
        StandardStreams.ofProcess(),
        Terminal.ofProcess(),
        Time.system(),
        InterruptSignals::onInterrupt);
  }

  /// The person's own environment. The launcher sets a locale for the JVM so that file names are
  /// UTF-8, and keeps the person's locale in a separate variable.
  static Map<String, String> own(Map<String, String> given) {
    var locale = given.get(OWN_LOCALE);
    if (locale == null) {
      return given;
    }
    var own = new HashMap<>(given);
    own.remove(OWN_LOCALE);
    own.remove("LC_ALL");
    if (!locale.isEmpty()) {
      own.put("LC_ALL", locale);
    }
    return own;
  }

  /// Returns the same environment with another source of interrupts.
  public CliEnvironment with(InterruptSource other) {
    return new CliEnvironment(environment, folder, home, user, streams, terminal, time, other);
  }

  /// The configured home folder, which need not be absolute.
  ///
  /// @param known the system's record, `?` if there is none
  static Path home(Map<String, String> environment, String known) {
    var said = environment.getOrDefault("HOME", "");
    if (!said.isEmpty()) {
      return Path.of(said);
    }
    var folder = Path.of(known);
    return folder.isAbsolute() && Files.isDirectory(folder) ? folder : NOWHERE;
  }

  /// The home folder, if the person has one.
  public Optional<Path> knownHome() {
    return Optional.of(home).filter(Path::isAbsolute);
  }

  /// The person's own configuration folder, if there can be one: `$XDG_CONFIG_HOME/drover` or
  /// `~/.config/drover`. It need not exist.
  public Optional<Path> personalFolder() {
    var said = variable("XDG_CONFIG_HOME");
    // The XDG specification requires that a relative path is ignored.
    var chosen = said.startsWith("/") ? Optional.of(Path.of(said)) : Optional.<Path>empty();
    return chosen
        .or(() -> knownHome().map(folder -> folder.resolve(".config")))
        .map(folder -> folder.resolve("drover"));
  }

  /// The platform that commands run on, such as `Linux, amd64`.
  public String platform() {
    return System.getProperty("os.name") + ", " + System.getProperty("os.arch");
  }

  /// The command that starts this program, as set by the launcher.
  ///
  /// @param otherwise the name to use if the launcher did not set one
  public String program(String otherwise) {
    return environment.getOrDefault("DROVER_NAME", otherwise);
  }

  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }
}
