package dev.drover.store.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/// Restricts a store to its owner: it contains conversations and data that tools have read. Where
/// files have no modes there is nothing to do.
final class PrivateFiles {
  /// A folder of this name belongs to the runtime, regardless of its creator; any other existing
  /// folder may hold more than the store.
  private static final String OWN_FOLDER = ".drover";

  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final List<String> COMPANIONS = List.of("", "-wal", "-shm");

  private PrivateFiles() {}

  /// Creates folders that only their owner can read.
  static void createFolders(Path folder) throws IOException {
    Files.createDirectories(folder, only(folder, FOLDER));
  }

  /// Creates an empty file, which SQLite takes for a new one: its companion files get the same
  /// mode. If this is impossible, SQLite reports why.
  ///
  /// @return whether it was created; false if another process was faster
  static boolean create(Path file) {
    try {
      Files.createFile(file, only(file, FILE));
      return true;
    } catch (IOException impossible) {
      return false;
    }
  }

  /// Removes the permissions of others. A link is not changed: its target may be unrelated.
  static void tighten(Path file) {
    for (var ending : COMPANIONS) {
      var each = file.resolveSibling(file.getFileName() + ending);
      if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
        tighten(each, FILE);
      }
    }
    var folder = file.getParent();
    if (folder != null && isInOwnFolder(file)) {
      tighten(folder, FOLDER);
    }
  }

  /// Whether a file is in the runtime's folder of a workspace.
  static boolean isInOwnFolder(Path file) {
    var folder = file.getParent();
    return folder != null
        && Path.of(OWN_FOLDER).equals(folder.getFileName())
        && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
  }

  private static void tighten(Path path, Set<PosixFilePermission> most) {
    try {
      if (hasModes(path) && !most.containsAll(Files.getPosixFilePermissions(path))) {
        var kept = Files.getPosixFilePermissions(path);
        kept.retainAll(most);
        Files.setPosixFilePermissions(path, kept);
      }
    } catch (IOException notOurs) {
      // It belongs to another user, who decides about its permissions.
      return;
    }
  }

  private static FileAttribute<?>[] only(Path path, Set<PosixFilePermission> mode) {
    return hasModes(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)}
        : new FileAttribute<?>[0];
  }

  private static boolean hasModes(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
