package dev.drover.store.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The folder of a store. A file that was flushed to the disk is lost if its directory entry was
/// not: so the folder is flushed as well when a file was added.
record StoreFolder(Path path) {
  static StoreFolder of(Path file) {
    var parent = file.getParent();
    return new StoreFolder(parent == null ? file : parent);
  }

  /// Creates it and its parents where they are missing.
  void create() throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    var parent = StoreFolder.of(path);
    if (!parent.equals(this)) {
      parent.create();
    }
    PrivateFiles.createFolders(path);
    parent.force();
  }

  /// This folder, or its nearest existing ancestor.
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
