package dev.drover.cli.config;

import java.nio.file.Path;

/// Which model was chosen.
public sealed interface ModelChoice {
  /// Nobody chose one.
  record None() implements ModelChoice {}

  /// Played from a file.
  record Script(Path file) implements ModelChoice {}

  /// A provider's.
  ///
  /// @param where it was said, for messages
  record Hosted(String provider, String model, String where) implements ModelChoice {
    /// As people write it.
    public String name() {
      return provider + "/" + model;
    }
  }
}
