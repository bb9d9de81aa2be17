package dev.drover.cli.host;

import dev.drover.runtime.SystemTime;
import dev.drover.spi.time.Time;
import java.nio.file.Path;
import java.util.Map;

/// Everything around one call of the program.
///
/// @param folder where it was called
/// @param home where the person's own configuration is
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
  public Host {
    environment = Map.copyOf(environment);
  }

  public static Host system() {
    return new Host(
        System.getenv(),
        Path.of("").toAbsolutePath(),
        Path.of(System.getProperty("user.home")),
        System.getProperty("user.name"),
        Streams.ofProcess(),
        Terminal.ofProcess(),
        new SystemTime(),
        Signals::onInterrupt);
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
