package dev.drover.tools.place;

import java.nio.file.Path;
import java.util.Set;

/// Paths inside a workspace that are not the agent's to touch.
///
/// The runtime's own store is neither shown nor changed. What git takes orders from is not changed:
/// a hook or a line in its configuration is a program that runs with the user's rights the next
/// time the user calls git. Names are compared without regard to case, as some file systems do.
public final class Guarded {
  private static final String STORE = ".drover";
  private static final String GIT = ".git";

  /// In a repository's own folder, and in those of its modules and work trees below it.
  private static final Set<String> ORDERS =
      Set.of("hooks", "config", "config.worktree", "commondir");

  private Guarded() {}

  /// Whether a path is in a runtime's store. Who walks through folders leaves it out.
  ///
  /// @param inside relative to the workspace, with no link on the way
  public static boolean isStore(Path inside) {
    for (var name : inside) {
      if (STORE.equalsIgnoreCase(name.toString())) {
        return true;
      }
    }
    return false;
  }

  static void mustNotBeStore(Place place) throws Obstacle {
    if (isStore(place.inside())) {
      throw new Obstacle(
          "'%s' belongs to the runtime that keeps this session; it is not to be read or changed. "
                  .formatted(place.shown())
              + "Use another path.");
    }
  }

  /// For a tool that is about to write, move or delete what is there.
  public static void mustBeChangeable(Place place) throws Obstacle {
    mustNotBeStore(place);
    if (commandsGit(place.inside())) {
      throw new Obstacle(
          "'%s' tells git what to run, so it is not changed by tools. Nothing was written. "
                  .formatted(place.shown())
              + "Ask the user to change it.");
    }
  }

  private static boolean commandsGit(Path inside) {
    boolean inGit = false;
    for (var name : inside) {
      var text = name.toString();
      if (inGit && ORDERS.stream().anyMatch(text::equalsIgnoreCase)) {
        return true;
      }
      inGit |= GIT.equalsIgnoreCase(text);
    }
    // A file of this name says where the repository, and with it the hooks, is.
    return inside.getFileName() != null && GIT.equalsIgnoreCase(inside.getFileName().toString());
  }
}
