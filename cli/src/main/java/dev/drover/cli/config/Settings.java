package dev.drover.cli.config;

import java.nio.file.Path;

/// Everything that was chosen, from wherever.
public record Settings(Path workspace, StorePlace store, AgentSettings agent, Approve approve) {
  /// @param origin whether somebody named it, or it is where stores are when nobody does
  public record StorePlace(Path file, Origin origin) {}

  public enum Origin {
    NAMED,
    DEFAULT
  }
}
