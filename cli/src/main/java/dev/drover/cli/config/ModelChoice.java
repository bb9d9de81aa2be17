package dev.drover.cli.config;

import dev.drover.files.SourceFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Which model was chosen.
public sealed interface ModelChoice {
  /// Nobody chose one.
  record None() implements ModelChoice {}

  /// Played from a file.
  ///
  /// @param read the file as it was when its folder was found to be trusted; null if it was named
  ///   outside of a workspace, and is read when it is needed
  record Script(Path file, @Nullable SourceFile read) implements ModelChoice {
    Script(Path file) {
      this(file, null);
    }
  }

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
