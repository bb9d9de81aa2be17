package dev.drover.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A folder with files that people wrote.
///
/// @param within where its files must really be. A workspace may come from a stranger: a link in it
///   that leads out would show the model what is not in it.
/// @param depth how many folders deep they may lie
record Folder(Path path, Path within, int depth) {
  private static final int MOST = 200;

  /// What a stranger may have written: nothing outside of the workspace is read.
  static Folder ofWorkspace(Path path, Path workspace, int depth) {
    return new Folder(path, workspace, depth);
  }

  /// The person's own, who may link to where the files are.
  static Folder ofPerson(Path path, int depth) {
    return new Folder(path, path.getRoot(), depth);
  }

  /// Sorted by name, those with one of these endings.
  List<Path> files(String... endings) throws Unusable {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(path, depth)) {
      return all.filter(file -> Files.isRegularFile(file) && isOf(file, endings))
          .sorted()
          .limit(MOST)
          .toList();
    } catch (IOException unreadable) {
      throw new Unusable(0, "it cannot be read: " + unreadable.getMessage(), "Allow reading it.");
    }
  }

  private static boolean isOf(Path file, String... endings) {
    var name = file.getFileName().toString();
    for (var ending : endings) {
      if (name.endsWith(ending) && name.length() > ending.length()) {
        return true;
      }
    }
    return false;
  }

  /// @throws Unusable if it is a link that leads out
  void requireInside(Path file) throws Unusable {
    try {
      if (!file.toRealPath().startsWith(within.toRealPath())) {
        throw new Unusable(0, "it is a link that leads out of the workspace", "Copy the file.");
      }
    } catch (IOException unreadable) {
      throw new Unusable(0, "it cannot be read: " + unreadable.getMessage(), "Allow reading it.");
    }
  }
}
