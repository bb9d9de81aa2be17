package dev.drover.tools.search.tree;

import dev.drover.tools.workspace.DirectoryHandle;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// An open folder of a workspace, with the ignore rules that apply in it.
///
/// @param inside its path in the workspace; empty for the root
/// @param prefix the same path as text, with a trailing slash; empty for the root
/// @param names of all its entries, in no order
/// @param rules of the folders above and its own
/// @param depth number of open folders above it
public record TreeFolder(
    DirectoryHandle folder,
    Path inside,
    String prefix,
    List<Path> names,
    IgnoreRules rules,
    int depth)
    implements Closeable {
  static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private static final String GIT = ".git";
  private static final String STORE = ".drover";

  private static final Path GIT_NAME = Path.of(GIT);
  private static final Path IGNORE_FILE = Path.of(".gitignore");
  private static final Path EXCLUDE_FOLDER = Path.of("info");
  private static final Path EXCLUDE_FILE = Path.of("exclude");

  /// Maximum number of bytes read from an ignore file. A file written by hand is never longer.
  private static final int MOST_RULES = 1 << 20;

  /// Opens the folders from the root down, and collects their rules.
  public static TreeFolder open(WorkspacePath place) throws IOException {
    var here =
        of(DirectoryHandle.open(place.root(), Path.of("")), Path.of(""), IgnoreRules.NONE, 0);
    for (var name : place.relativePath()) {
      if (!name.toString().isEmpty()) {
        try (var above = here) {
          here = above.step(name, 0);
        }
      }
    }
    return here;
  }

  /// Opens a subfolder. A link in its place is refused.
  TreeFolder below(Path name) throws IOException {
    return step(name, depth + 1);
  }

  private TreeFolder step(Path name, int depthThere) throws IOException {
    return of(folder.folder(name), inside.resolve(name), rules, depthThere);
  }

  private static TreeFolder of(DirectoryHandle folder, Path inside, IgnoreRules above, int depth)
      throws IOException {
    try {
      var names = new ArrayList<Path>();
      folder.names().forEachRemaining(name -> names.add(name.getFileName()));
      var path = inside.toString();
      var prefix = path.isEmpty() ? "" : path + "/";
      return new TreeFolder(
          folder, inside, prefix, names, rulesOf(folder, prefix, names, above), depth);
    } catch (DirectoryIteratorException failed) {
      folder.close();
      throw failed.getCause();
    } catch (IOException | RuntimeException failed) {
      folder.close();
      throw failed;
    }
  }

  private static IgnoreRules rulesOf(
      DirectoryHandle folder, String prefix, List<Path> names, IgnoreRules above)
      throws IOException {
    var rules = above;
    if (names.contains(GIT_NAME)) {
      // A nested repository has only its own rules.
      rules = IgnoreRules.NONE.and(exclusions(folder), prefix);
    }
    return names.contains(IGNORE_FILE) ? rules.and(text(folder, IGNORE_FILE), prefix) : rules;
  }

  private static String exclusions(DirectoryHandle folder) throws IOException {
    if (!folder.attributes(GIT_NAME).isDirectory()) {
      return "";
    }
    try (var git = folder.folder(GIT_NAME)) {
      if (!isFolder(git, EXCLUDE_FOLDER)) {
        return "";
      }
      try (var info = git.folder(EXCLUDE_FOLDER)) {
        return text(info, EXCLUDE_FILE);
      }
    }
  }

  private static boolean isFolder(DirectoryHandle folder, Path name) {
    try {
      return folder.attributes(name).isDirectory();
    } catch (IOException missing) {
      return false;
    }
  }

  /// An unreadable ignore file counts as a missing one.
  private static String text(DirectoryHandle folder, Path name) {
    try {
      if (!folder.attributes(name).isRegularFile()) {
        return "";
      }
      try (var bytes = Channels.newInputStream(folder.open(name, READ))) {
        return new String(bytes.readNBytes(MOST_RULES), StandardCharsets.UTF_8);
      }
    } catch (IOException unreadable) {
      return "";
    }
  }

  public boolean isRepository() {
    return names.contains(GIT_NAME);
  }

  /// Whether this is the name of the runtime's own store, which no tool may access.
  public static boolean isStore(String name) {
    return name.equals(STORE);
  }

  /// Whether a name in this folder is to be left out of listings and searches.
  public boolean leavesOut(String name, boolean isFolder) {
    return name.equals(GIT)
        || isStore(name)
        || rules.ignore(prefix + name, prefix.length(), isFolder);
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
