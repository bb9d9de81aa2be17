package dev.drover.tools.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// A path in a workspace that had no link on the way when it was resolved. Every method walks there
/// again from the root, and refuses a link that was inserted since.
///
/// @param relativePath relative to the root; empty for the root itself
public record WorkspacePath(Path root, Path relativePath) {
  private static final Path HERE = Path.of("");
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> CREATE =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);

  public enum Kind {
    MISSING,
    FILE,
    FOLDER,
    /// It was not a link when the path was resolved.
    LINK,
    /// A pipe, a socket, a device.
    SPECIAL
  }

  /// A name in a folder.
  public record Entry(String name, Kind kind) {}

  /// @param total number of all names, listed or not
  public record Listing(List<Entry> first, int total) {}

  /// For people and models.
  public String displayPath() {
    return isRoot() ? "." : relativePath.toString();
  }

  /// For records: names are separated by `/` on every system.
  public String path() {
    return isRoot()
        ? "."
        : StreamSupport.stream(relativePath.spliterator(), false)
            .map(Path::toString)
            .collect(Collectors.joining("/"));
  }

  public WorkspacePath parent() {
    return new WorkspacePath(
        root, relativePath.getParent() == null ? HERE : relativePath.getParent());
  }

  public WorkspacePath sibling(String name) {
    return new WorkspacePath(root, parent().relativePath().resolve(name));
  }

  public boolean isRoot() {
    return relativePath.toString().isEmpty();
  }

  public Kind kind() throws IOException {
    if (isRoot()) {
      return Kind.FOLDER;
    }
    try (var folder = openParent()) {
      return kindOf(folder, name());
    } catch (NoSuchFileException | NotDirectoryException _) {
      return Kind.MISSING;
    }
  }

  /// The first names of this folder in order; no more than these are held in memory.
  public Listing list(int most) throws IOException {
    try (var folder = DirectoryHandle.open(root, relativePath)) {
      var first = new TreeMap<String, Kind>();
      int total = 0;
      for (var names = folder.names(); names.hasNext(); total++) {
        var name = names.next().getFileName();
        first.put(name.toString(), kindOf(folder, name));
        if (first.size() > most) {
          first.pollLastEntry();
        }
      }
      return new Listing(
          first.entrySet().stream().map(e -> new Entry(e.getKey(), e.getValue())).toList(), total);
    }
  }

  public InputStream read() throws IOException {
    try (var folder = openParent()) {
      return Channels.newInputStream(folder.open(name(), READ));
    }
  }

  public long size() throws IOException {
    try (var folder = openParent()) {
      return folder.attributes(name()).size();
    }
  }

  /// Whether the file's mode lets no user write to it.
  public boolean isReadOnly() throws IOException {
    try (var folder = openParent()) {
      return folder
          .mode(name())
          .map(
              mode ->
                  !mode.contains(PosixFilePermission.OWNER_WRITE)
                      && !mode.contains(PosixFilePermission.GROUP_WRITE)
                      && !mode.contains(PosixFilePermission.OTHERS_WRITE))
          .orElse(false);
    }
  }

  /// @return as `rwxr-x---`; empty where files have no mode
  public String mode() throws IOException {
    try (var folder = openParent()) {
      return folder.mode(name()).map(PosixFilePermissions::toString).orElse("");
    }
  }

  /// @param mode as `rwxr-x---`
  public void setMode(String mode) throws IOException {
    try (var folder = openParent()) {
      folder.setMode(name(), PosixFilePermissions.fromString(mode));
      folder.sync();
    }
  }

  /// The last change of the content.
  public Instant modified() throws IOException {
    try (var folder = openParent()) {
      return folder.attributes(name()).lastModifiedTime().toInstant();
    }
  }

  /// The target of a link. It is only read, so going by the path does no harm.
  public String linkTarget() throws IOException {
    return Files.readSymbolicLink(root.resolve(relativePath)).toString();
  }

  /// Creates a link here atomically, replacing any file.
  ///
  /// @param temporary an unused name in the root; see [#makeFolder]
  public void link(String target, Path temporary) throws IOException {
    try (var top = DirectoryHandle.open(root, HERE);
        var above = openParent()) {
      deleteIfThere(top, temporary);
      Files.createSymbolicLink(root.resolve(temporary), Path.of(target));
      try {
        top.move(temporary, above, name());
      } catch (IOException failed) {
        deleteIfThere(top, temporary);
        throw failed;
      }
      above.sync();
    }
  }

  /// Writes a file that [#install] moves here. It is on the disk when this returns.
  ///
  /// @param mode as `rwxr-x---`; empty for the system's default for new files
  /// @param temporary an unused name in the same folder
  public void prepare(byte[] content, String mode, Path temporary) throws IOException {
    var permissions =
        mode.isEmpty() ? Set.<PosixFilePermission>of() : PosixFilePermissions.fromString(mode);
    // The content must never be readable by more users than before.
    var attributes =
        permissions.isEmpty()
            ? new FileAttribute<?>[0]
            : new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
    try (var folder = openParent()) {
      // Deleted, not overwritten: it might be a hard link to a file outside.
      deleteIfThere(folder, temporary);
      try (var channel = folder.open(temporary, CREATE, attributes)) {
        for (var buffer = ByteBuffer.wrap(content); buffer.hasRemaining(); ) {
          channel.write(buffer);
        }
        if (channel instanceof FileChannel file) {
          file.force(true);
        }
      }
      if (!permissions.isEmpty()) {
        folder.setMode(temporary, permissions);
      }
    }
  }

  /// Moves a file here atomically: a reader sees either the old or the new file, complete.
  public void install(Path temporary) throws IOException {
    try (var folder = openParent()) {
      folder.move(temporary, folder, name());
      folder.sync();
    }
  }

  /// Deletes the file that [#prepare] left, if any.
  public void discard(Path temporary) throws IOException {
    try (var folder = openParent()) {
      deleteIfThere(folder, temporary);
    }
  }

  /// Deletes a file, or a link that replaced it; never a folder.
  public void delete() throws IOException {
    try (var folder = openParent()) {
      folder.delete(name());
      folder.sync();
    }
  }

  /// The missing parent folders, the uppermost first.
  public List<WorkspacePath> missingFolders() throws IOException {
    var missing = new ArrayDeque<WorkspacePath>();
    for (var above = parent(); above.kind() == Kind.MISSING; above = above.parent()) {
      missing.push(above);
    }
    return List.copyOf(missing);
  }

  /// Creates this folder in an existing one.
  ///
  /// The system creates a folder by path only, and any name on the path may become a link at any
  /// moment. So it is created in the root, which is trusted, and moved from there into the parent
  /// folder, which is held open.
  ///
  /// @param temporary an unused name in the root
  /// @return false if the folder was created by another process; it is checked when it is used
  public boolean makeFolder(Path temporary) throws IOException {
    try (var top = DirectoryHandle.open(root, HERE);
        var above = openParent()) {
      if (kindOf(above, name()) != Kind.MISSING) {
        return false;
      }
      deleteFolderIfThere(top, temporary);
      Files.createDirectory(root.resolve(temporary));
      try {
        top.move(temporary, above, name());
      } catch (IOException failed) {
        deleteFolderIfThere(top, temporary);
        throw failed;
      }
      above.sync();
      return true;
    }
  }

  /// Deletes this folder if it is empty.
  ///
  /// @return whether it was deleted
  public boolean deleteIfEmpty() throws IOException {
    try (var above = openParent()) {
      above.deleteFolder(name());
      above.sync();
      return true;
    } catch (DirectoryNotEmptyException | NoSuchFileException _) {
      return false;
    }
  }

  private DirectoryHandle openParent() throws IOException {
    return DirectoryHandle.open(root, parent().relativePath());
  }

  private Path name() {
    return relativePath.getFileName();
  }

  private static void deleteIfThere(DirectoryHandle folder, Path name) throws IOException {
    try {
      folder.delete(name);
    } catch (NoSuchFileException _) {
      // Nothing to delete: the expected case.
    }
  }

  private static void deleteFolderIfThere(DirectoryHandle folder, Path name) throws IOException {
    try {
      folder.deleteFolder(name);
    } catch (NoSuchFileException _) {
      // Nothing to delete: the expected case.
    }
  }

  private static Kind kindOf(DirectoryHandle folder, Path name) throws IOException {
    try {
      return kindOf(folder.attributes(name));
    } catch (NoSuchFileException _) {
      return Kind.MISSING;
    }
  }

  private static Kind kindOf(BasicFileAttributes attributes) {
    if (attributes.isSymbolicLink()) {
      return Kind.LINK;
    }
    if (attributes.isDirectory()) {
      return Kind.FOLDER;
    }
    return attributes.isRegularFile() ? Kind.FILE : Kind.SPECIAL;
  }
}
