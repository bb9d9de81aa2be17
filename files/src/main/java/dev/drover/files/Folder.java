package dev.drover.files;

import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// A folder with files that people wrote.
///
/// @param within where its files must really be. A workspace may come from a stranger: a link in it
///   that leads out would show the model what is not in it.
/// @param depth how many folders deep they may lie
record Folder(Path path, Path within, int depth) {
  private static final int MOST = 200;

  /// How many names are looked at, of whatever kind.
  private static final int MOST_NAMES = 10_000;

  private static final int LARGEST = 64 * 1024;

  /// What a stranger may have written: nothing outside of the workspace is read.
  static Folder ofWorkspace(Path path, Path workspace, int depth) {
    return new Folder(path, workspace, depth);
  }

  /// The person's own, who may link to where the files are.
  static Folder ofPerson(Path path, int depth) {
    return new Folder(path, path.getRoot(), depth);
  }

  /// Reads those with one of these endings, sorted by name. What stands in the way of one, or of
  /// all, is a file with a problem.
  List<SourceFile> read(String... endings) {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(path, depth)) {
      return all.limit(MOST_NAMES)
          .filter(file -> isOf(file, endings) && Files.isRegularFile(file))
          .sorted()
          .limit(MOST)
          .map(this::read)
          .toList();
    } catch (IOException unreadable) {
      return List.of(unreadable(path, unreadable));
    } catch (UncheckedIOException unreadable) {
      return List.of(unreadable(path, Objects.requireNonNull(unreadable.getCause())));
    }
  }

  private static SourceFile unreadable(Path path, IOException why) {
    return SourceFile.refused(
        path, new Unusable(0, "it cannot be read: " + IoErrors.describe(why), "Allow reading it."));
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

  private SourceFile read(Path file) {
    try {
      var real = file.toRealPath();
      return real.startsWith(within.toRealPath())
          ? SourceFile.read(real, LARGEST).at(file)
          : SourceFile.refused(
              file,
              new Unusable(0, "it is a link that leads out of the workspace", "Copy the file."));
    } catch (IOException unreadable) {
      return unreadable(file, unreadable);
    }
  }
}
