package dev.drover.tools.search.tree;

import dev.drover.tools.place.Folder;
import dev.drover.tools.place.Place;
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

/// A folder of a workspace that is held open, and what is ignored in it.
///
/// @param inside where it is in the workspace; empty for the root
/// @param prefix the same as text, with a slash at the end; empty for the root
/// @param names of all that is in it, in no order
/// @param rules those of the folders above and its own
/// @param depth how many folders above it are open as well
public record Branch(
    Folder folder, Path inside, String prefix, List<Path> names, IgnoreRules rules, int depth)
    implements Closeable {
  static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private static final String GIT = ".git";
  private static final String STORE = ".drover";

  private static final Path GIT_NAME = Path.of(GIT);
  private static final Path IGNORE_FILE = Path.of(".gitignore");
  private static final Path EXCLUDE_FOLDER = Path.of("info");
  private static final Path EXCLUDE_FILE = Path.of("exclude");

  /// Bytes of an ignore file that are read. More are nobody's handwriting.
  private static final int MOST_RULES = 1 << 20;

  /// Walks down from the root and takes the rules on the way along.
  public static Branch open(Place place) throws IOException {
    var here = of(Folder.open(place.root(), Path.of("")), Path.of(""), IgnoreRules.NONE, 0);
    for (var name : place.inside()) {
      if (!name.toString().isEmpty()) {
        try (var above = here) {
          here = above.step(name, 0);
        }
      }
    }
    return here;
  }

  /// Opens a folder that is in this one. A link that was put in its place is refused.
  Branch below(Path name) throws IOException {
    return step(name, depth + 1);
  }

  private Branch step(Path name, int depthThere) throws IOException {
    return of(folder.folder(name), inside.resolve(name), rules, depthThere);
  }

  private static Branch of(Folder folder, Path inside, IgnoreRules above, int depth)
      throws IOException {
    try {
      var names = new ArrayList<Path>();
      folder.names().forEachRemaining(name -> names.add(name.getFileName()));
      var path = inside.toString();
      var prefix = path.isEmpty() ? "" : path + "/";
      return new Branch(
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
      Folder folder, String prefix, List<Path> names, IgnoreRules above) throws IOException {
    var rules = above;
    if (names.contains(GIT_NAME)) {
      // A repository within another one has rules of its own only.
      rules = IgnoreRules.NONE.and(exclusions(folder), prefix);
    }
    return names.contains(IGNORE_FILE) ? rules.and(text(folder, IGNORE_FILE), prefix) : rules;
  }

  private static String exclusions(Folder folder) throws IOException {
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

  private static boolean isFolder(Folder folder, Path name) {
    try {
      return folder.attributes(name).isDirectory();
    } catch (IOException missing) {
      return false;
    }
  }

  /// An ignore file that cannot be read says nothing, as one that is not there.
  private static String text(Folder folder, Path name) {
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

  /// Whether this is what the runtime calls its own folder. It is nobody else's business.
  public static boolean isStore(String name) {
    return name.equals(STORE);
  }

  /// Whether a name in this folder is not to be shown or searched.
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
