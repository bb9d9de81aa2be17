package dev.drover.files;

import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// A folder with configuration files.
///
/// @param within the folder that its files must be in after all links are resolved. A workspace may
///   be untrusted: a link out of it would show other files to the model.
/// @param depth the maximum depth of subfolders
record ConfigurationFolder(Path path, Path within, int depth) {
  private static final int MOST = 200;

  /// Maximum number of directory entries of any kind.
  private static final int MOST_NAMES = 10_000;

  private static final int LARGEST = 64 * 1024;

  /// Untrusted: nothing outside of the workspace is read.
  static ConfigurationFolder ofWorkspace(Path path, Path workspace, int depth) {
    return new ConfigurationFolder(path, workspace, depth);
  }

  /// The user's own folder, which may contain links to the actual files.
  static ConfigurationFolder ofPerson(Path path, int depth) {
    return new ConfigurationFolder(path, path.getRoot(), depth);
  }

  /// Reads the files with one of these suffixes, sorted by name. A file, or a folder, that cannot
  /// be read is returned as a file with a problem.
  List<LoadedFile> read(String... endings) {
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

  private static LoadedFile unreadable(Path path, IOException why) {
    return LoadedFile.refused(
        path,
        new UnusableFileException(
            0, "it cannot be read: " + IoErrors.describe(why), "Allow reading it."));
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

  private LoadedFile read(Path file) {
    try {
      var real = file.toRealPath();
      return real.startsWith(within.toRealPath())
          ? LoadedFile.read(real, LARGEST).at(file)
          : LoadedFile.refused(
              file,
              new UnusableFileException(
                  0, "it is a link that leads out of the workspace", "Copy the file."));
    } catch (IOException unreadable) {
      return unreadable(file, unreadable);
    }
  }
}
