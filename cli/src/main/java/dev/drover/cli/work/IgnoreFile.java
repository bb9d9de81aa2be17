package dev.drover.cli.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Keeps a store out of commits. Agents, commands and skills that people write beside it belong
/// there, so only the store's own files are listed.
///
/// A workspace that cannot be written is no reason to stop: without the list everything works.
final class IgnoreFile {
  /// What earlier versions wrote, which hid what people write too.
  private static final String EVERYTHING = "*\n";

  private final Path file;
  private final String content;

  IgnoreFile(Path store) {
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

  /// For a new store. A list that is already there is a person's.
  void create() {
    try {
      Files.writeString(file, content, StandardOpenOption.CREATE_NEW);
    } catch (IOException unwritable) {
      return;
    }
  }

  /// For a store that an earlier version may have made.
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
