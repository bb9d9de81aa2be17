package dev.drover.tools.workspace;

import dev.drover.spi.tool.CallSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/// A folder, and the rule that nothing outside it is read or written.
///
/// A path is resolved name by name, as the system does: a link is replaced by its target, `..` goes
/// up from the real folder, and names that do not exist yet are used unchanged. So a new file below
/// a link that leads outside is outside, and `link/../x` is the path that the system resolves, not
/// the one that the text suggests.
public record Workspace(Path root) {
  /// The limit of Linux.
  private static final int MAX_LINKS = 40;

  public static Workspace at(Path folder) throws IOException {
    return new Workspace(folder.toRealPath());
  }

  /// Resolves a path as of now. Each later operation checks again.
  public WorkspacePath resolve(String path) throws ToolRefusal, IOException {
    if (path.isBlank()) {
      throw new ToolRefusal(
          "The path is empty. Give one relative to the workspace, such as src/a.txt.");
    }
    var real = follow(path);
    if (!real.startsWith(root)) {
      throw new ToolRefusal(
          "'%s' is outside the workspace, where nothing may be read or written. ".formatted(path)
              + "Give a path relative to the workspace, such as src/a.txt.");
    }
    var place = new WorkspacePath(root, root.relativize(real));
    ProtectedPaths.mustNotBeStore(place);
    return place;
  }

  /// The subject of rules about a call: the resolved path, inside the workspace or not. A path that
  /// cannot be resolved stands for itself; using it is refused.
  public CallSubject subject(String path) throws IOException {
    try {
      var real = follow(path);
      return new CallSubject.File(
          real.startsWith(root)
              ? new WorkspacePath(root, root.relativize(real)).path()
              : real.toString());
    } catch (ToolRefusal _) {
      return new CallSubject.File(path);
    }
  }

  private Path follow(String path) throws ToolRefusal, IOException {
    try {
      return new PathWalk(path).follow(root.resolve(path));
    } catch (InvalidPathException malformed) {
      throw new ToolRefusal("'%s' is not a path: %s.".formatted(path, malformed.getReason()));
    }
  }

  /// Resolves one path.
  private static final class PathWalk {
    private final String given;
    private final Deque<Path> ahead = new ArrayDeque<>();
    private int links;

    PathWalk(String given) {
      this.given = given;
    }

    /// @param start absolute
    /// @return absolute, without links as far as it exists
    Path follow(Path start) throws ToolRefusal, IOException {
      var here = enter(start, start);
      while (!ahead.isEmpty()) {
        var name = ahead.pop();
        var next = here.resolve(name);
        if (name.toString().equals("..")) {
          here = here.getParent() == null ? here : here.getParent();
        } else if (name.toString().equals(".") || !Files.isSymbolicLink(next)) {
          here = name.toString().equals(".") ? here : next;
        } else {
          here = enter(Files.readSymbolicLink(next), here);
          countLink();
        }
      }
      return here;
    }

    /// Puts the names of a path before the remaining ones.
    ///
    /// @return where they start: the root of the file system, or the current folder
    private Path enter(Path path, Path here) {
      for (int i = path.getNameCount() - 1; i >= 0; i--) {
        ahead.push(path.getName(i));
      }
      return path.isAbsolute() ? path.getRoot() : here;
    }

    private void countLink() throws ToolRefusal {
      if (++links > MAX_LINKS) {
        throw new ToolRefusal(
            "'%s' goes through more than %d links, possibly in a circle. "
                    .formatted(given, MAX_LINKS)
                + "Give the path of the file itself.");
      }
    }
  }
}
