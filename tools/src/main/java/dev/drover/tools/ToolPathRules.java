package dev.drover.tools;

import dev.drover.spi.text.IoErrors;
import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Path checks that the built-in tools apply before they use a path.
public final class ToolPathRules {
  private ToolPathRules() {}

  /// Resolves a path with all links followed, in the form that rules see: relative inside the
  /// workspace, absolute outside it.
  ///
  /// @return empty if the path cannot be resolved
  public static Optional<String> target(Path workspace, String path) {
    try {
      var subject = Workspace.at(workspace).subject(path);
      return subject instanceof CallSubject.File(var target)
          ? Optional.of(target)
          : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /// The reason why the file tools refuse a path regardless of the rules.
  ///
  /// @return empty if they accept it
  public static Optional<String> refusal(Path workspace, String path) {
    try {
      Workspace.at(workspace).resolve(path);
      return Optional.empty();
    } catch (ToolRefusal refusal) {
      return Optional.of(refusal.text());
    } catch (IOException unreadable) {
      return Optional.of(
          "'%s' cannot be looked at: %s".formatted(path, IoErrors.describe(unreadable)));
    }
  }
}
