package dev.drover.cli.config;

import dev.drover.runtime.budget.Prices;
import java.nio.file.Path;
import java.util.List;

/// Everything that was chosen, from wherever.
///
/// @param prices what models cost
/// @param secrets what is in the environment and must never be written down
public record Settings(
    Path workspace,
    StorePlace store,
    AgentSettings agent,
    Approve approve,
    Prices prices,
    List<String> secrets) {
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
