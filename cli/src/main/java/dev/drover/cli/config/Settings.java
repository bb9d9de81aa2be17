package dev.drover.cli.config;

import java.nio.file.Path;
import java.util.List;

/// Everything that was chosen, from wherever.
///
/// @param secrets what is in the environment and must never be written down
public record Settings(
    Path workspace, StorePlace store, AgentSettings agent, Approve approve, List<String> secrets) {
  public Settings {
    secrets = List.copyOf(secrets);
  }

  /// @param origin whether somebody named it, or it is where stores are when nobody does
  public record StorePlace(Path file, Origin origin) {}

  public enum Origin {
    NAMED,
    DEFAULT
  }
}
