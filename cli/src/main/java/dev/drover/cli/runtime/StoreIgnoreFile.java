package dev.drover.cli.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Keeps a store out of commits. Agents, commands and skills in the same folder should be
/// committed, so only the store's own files are listed.
///
/// A read-only workspace is not an error: the list is optional.
final class StoreIgnoreFile {
  /// The content written by earlier versions, which also hid the person's own files.
  private static final String EVERYTHING = "*\n";

  private final Path file;
  private final String content;

  StoreIgnoreFile(Path store) {
    var name = store.getFileName();
    file = store.resolveSibling(".gitignore");
    content =
        """
        # Written by drover. Only the store is ignored: agents, commands and skills belong in commits.
        /.gitignore
        /%1$s
        /%1$s-*
        /%1$s.*
        """
            .formatted(name);
  }

  /// For a new store. An existing list belongs to the person.
  void create() {
    try {
      Files.writeString(file, content, StandardOpenOption.CREATE_NEW);
    } catch (IOException unwritable) {
      return;
    }
  }

  /// For a store that an earlier version may have created.
  void update() {
    try {
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && Files.size(file) == EVERYTHING.length()
          && Files.readString(file).equals(EVERYTHING)) {
        Files.writeString(file, content);
      }
    } catch (IOException unwritable) {
      return;
    }
  }
}
