package dev.drover.tools.place;

import dev.drover.spi.tool.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/// A folder, and the rule that nothing outside of it is read or written.
///
/// A path is walked name by name, as the system would: a link is replaced by what it points to, a
/// `..` goes up from where one really is, and names that do not exist yet are taken as they are. So
/// a file that is still to be made under a link out is outside, and `link/../x` is what the system
/// thinks it is, not what the text looks like.
public record Workspace(Path root) {
  /// As many as Linux follows.
  private static final int MAX_LINKS = 40;

  public static Workspace at(Path folder) throws IOException {
    return new Workspace(folder.toRealPath());
  }

  /// Where a path leads now. What is done with the place checks again.
  public Place place(String path) throws Obstacle, IOException {
    if (path.isBlank()) {
      throw new Obstacle(
          "The path is empty. Give one relative to the workspace, such as src/a.txt.");
    }
    var real = follow(path);
    if (!real.startsWith(root)) {
      throw new Obstacle(
          "'%s' is outside the workspace, where nothing may be read or written. ".formatted(path)
              + "Give a path relative to the workspace, such as src/a.txt.");
    }
    var place = new Place(root, root.relativize(real));
    Guarded.mustNotBeStore(place);
    return place;
  }

  /// What rules about a call may name: where a path leads now, in the workspace or not. A path that
  /// leads nowhere stands for itself; whoever uses it is refused.
  public Subject subject(String path) throws IOException {
    try {
      var real = follow(path);
      return new Subject.File(
          real.startsWith(root) ? new Place(root, root.relativize(real)).path() : real.toString());
    } catch (Obstacle _) {
      return new Subject.File(path);
    }
  }

  private Path follow(String path) throws Obstacle, IOException {
    try {
      return new Walk(path).follow(root.resolve(path));
    } catch (InvalidPathException malformed) {
      throw new Obstacle("'%s' is not a path: %s.".formatted(path, malformed.getReason()));
    }
  }

  /// One path being resolved.
  private static final class Walk {
    private final String given;
    private final Deque<Path> ahead = new ArrayDeque<>();
    private int links;

    Walk(String given) {
      this.given = given;
    }

    /// @param start absolute
    /// @return absolute, without links as far as it exists
    Path follow(Path start) throws Obstacle, IOException {
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
          mustEnd();
        }
      }
      return here;
    }

    /// Puts the names of a path before those still ahead.
    ///
    /// @return where they start: at the root of the file system, or where one is
    private Path enter(Path path, Path here) {
      for (int i = path.getNameCount() - 1; i >= 0; i--) {
        ahead.push(path.getName(i));
      }
      return path.isAbsolute() ? path.getRoot() : here;
    }

    private void mustEnd() throws Obstacle {
      if (++links > MAX_LINKS) {
        throw new Obstacle(
            "'%s' goes through more than %d links, possibly in a circle. "
                    .formatted(given, MAX_LINKS)
                + "Give the path of the file itself.");
      }
    }
  }
}
