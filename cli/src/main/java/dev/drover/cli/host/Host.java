package dev.drover.cli.host;

import dev.drover.runtime.SystemTime;
import dev.drover.spi.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Everything around one call of the program.
///
/// @param folder where it was called
/// @param home the person's home folder. A relative one is none: a file below the working folder
///   must never count as the person's
/// @param user who is at the keyboard, as answers to approvals name them
public record Host(
    Map<String, String> environment,
    Path folder,
    Path home,
    String user,
    Streams streams,
    Terminal terminal,
    Time time,
    Interrupts interrupts) {
  private static final Path NOWHERE = Path.of("");
  private static final String OWN_LOCALE = "DROVER_LC_ALL";

  public Host {
    environment = Map.copyOf(environment);
  }

  public static Host system() {
    return new Host(
        own(System.getenv()),
        Path.of("").toAbsolutePath(),
        home(System.getenv(), System.getProperty("user.home", "")),
        System.getProperty("user.name"),
        Streams.ofProcess(),
        Terminal.ofProcess(),
        new SystemTime(),
        Signals::onInterrupt);
  }

  /// The environment as the person has it. The launcher has a locale for the JVM, so that names of
  /// files are UTF-8, and keeps the person's own beside it.
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

  /// The same, where somebody else hears of Ctrl-C.
  public Host with(Interrupts other) {
    return new Host(environment, folder, home, user, streams, terminal, time, other);
  }

  /// Where the person's home is said to be, which need not be absolute.
  ///
  /// @param known what the system knows about the person, `?` if it knows nothing
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

  /// The folder with the person's own configuration, if there can be one: `$XDG_CONFIG_HOME/drover`
  /// or `~/.config/drover`. It need not be there.
  public Optional<Path> personalFolder() {
    var said = variable("XDG_CONFIG_HOME");
    // A relative one is invalid and ignored, as its specification demands.
    var chosen = said.startsWith("/") ? Optional.of(Path.of(said)) : Optional.<Path>empty();
    return chosen
        .or(() -> knownHome().map(folder -> folder.resolve(".config")))
        .map(folder -> folder.resolve("drover"));
  }

  /// What commands run on, such as `Linux, amd64`.
  public String platform() {
    return System.getProperty("os.name") + ", " + System.getProperty("os.arch");
  }

  /// How a person starts this program; the launcher knows.
  ///
  /// @param otherwise what to call it if the launcher did not say
  public String program(String otherwise) {
    return environment.getOrDefault("DROVER_NAME", otherwise);
  }

  public String variable(String name) {
    return environment.getOrDefault(name, "");
  }
}
