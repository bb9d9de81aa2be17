package dev.drover.tools;

import dev.drover.spi.text.IoErrors;
import dev.drover.spi.tool.Subject;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// What the built-in tools make of a path before they use it.
public final class WorkspacePaths {
  private WorkspacePaths() {}

  /// Where a path leads now, with all links followed, as rules see it: relative in the workspace,
  /// absolute outside of it.
  ///
  /// @return empty if that cannot be found out
  public static Optional<String> target(Path workspace, String path) {
    try {
      var subject = Workspace.at(workspace).subject(path);
      return subject instanceof Subject.File(var target) ? Optional.of(target) : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /// Why the tools for files refuse a path, whatever the rules say.
  ///
  /// @return empty if they do not
  public static Optional<String> refusal(Path workspace, String path) {
    try {
      Workspace.at(workspace).place(path);
      return Optional.empty();
    } catch (Obstacle obstacle) {
      return Optional.of(obstacle.text());
    } catch (IOException unreadable) {
      return Optional.of(
          "'%s' cannot be looked at: %s".formatted(path, IoErrors.describe(unreadable)));
    }
  }
}
