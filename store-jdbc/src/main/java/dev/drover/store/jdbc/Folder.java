package dev.drover.store.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The folder of a store. A file that was written to the disk is lost all the same if its name was
/// not: so a folder is forced to the disk as well when something new is in it.
record Folder(Path path) {
  static Folder of(Path file) {
    var parent = file.getParent();
    return new Folder(parent == null ? file : parent);
  }

  /// Makes it, and those it is in, where they are missing.
  void create() throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    var parent = Folder.of(path);
    if (!parent.equals(this)) {
      parent.create();
    }
    PrivateFiles.createFolders(path);
    parent.force();
  }

  /// This folder, or the nearest one around it that exists.
  Path existing() {
    var candidate = path;
    while (!Files.exists(candidate) && candidate.getParent() != null) {
      candidate = candidate.getParent();
    }
    return candidate;
  }

  /// Some systems have no way to do this, and need none.
  void force() {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException unsupported) {
      return;
    }
  }
}
