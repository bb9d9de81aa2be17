package dev.drover.cli.config;

import dev.drover.files.LoadedFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The chosen model.
public sealed interface ModelSelection {
  /// None was chosen.
  record None() implements ModelSelection {}

  /// A script that plays the model.
  ///
  /// @param read the file as it was when its folder was found to be trusted; null if it was named
  ///   outside of a workspace, and is read when it is needed
  record Script(Path file, @Nullable LoadedFile read) implements ModelSelection {
    Script(Path file) {
      this(file, null);
    }
  }

  /// A provider's model.
  ///
  /// @param where the source of the setting, for messages
  record Hosted(String provider, String model, String where) implements ModelSelection {
    /// The form that people write.
    public String name() {
      return provider + "/" + model;
    }
  }
}
