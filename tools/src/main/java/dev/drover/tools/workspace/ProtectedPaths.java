package dev.drover.tools.workspace;

import java.nio.file.Path;
import java.util.Set;

/// Paths inside a workspace that agents must not touch.
///
/// The runtime's own store is neither shown nor changed. Files that make git run programs are not
/// changed: a hook or a line in its configuration runs with the user's rights the next time the
/// user calls git. Names are compared without regard to case, as some file systems do.
public final class ProtectedPaths {
  private static final String STORE = ".drover";
  private static final String GIT = ".git";

  /// In the folder of a repository, and in those of its submodules and work trees below it.
  private static final Set<String> GIT_CONTROL_FILES =
      Set.of("hooks", "config", "config.worktree", "commondir");

  private ProtectedPaths() {}

  /// Whether a path is in a runtime's store. Directory walks leave it out.
  ///
  /// @param inside relative to the workspace, without links
  public static boolean isStore(Path inside) {
    for (var name : inside) {
      if (STORE.equalsIgnoreCase(name.toString())) {
        return true;
      }
    }
    return false;
  }

  static void mustNotBeStore(WorkspacePath place) throws ToolRefusal {
    if (isStore(place.relativePath())) {
      throw new ToolRefusal(
          "'%s' belongs to the runtime that keeps this session; it is not to be read or changed. "
                  .formatted(place.displayPath())
              + "Use another path.");
    }
  }

  /// For a tool that is about to write, move or delete this path.
  public static void mustBeChangeable(WorkspacePath place) throws ToolRefusal {
    mustNotBeStore(place);
    if (controlsGit(place.relativePath())) {
      throw new ToolRefusal(
          "'%s' tells git what to run, so it is not changed by tools. Nothing was written. "
                  .formatted(place.displayPath())
              + "Ask the user to change it.");
    }
  }

  private static boolean controlsGit(Path inside) {
    boolean inGit = false;
    for (var name : inside) {
      var text = name.toString();
      if (inGit && GIT_CONTROL_FILES.stream().anyMatch(text::equalsIgnoreCase)) {
        return true;
      }
      inGit |= GIT.equalsIgnoreCase(text);
    }
    // A file of this name tells git where the repository, and with it the hooks, is.
    return inside.getFileName() != null && GIT.equalsIgnoreCase(inside.getFileName().toString());
  }
}
