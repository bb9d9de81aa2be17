package dev.drover.tools.workspace;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A directory of a workspace during an operation. Names are single names, and links are never
/// followed: a link inserted after a path was checked is detected here and refused.
///
/// Where the system supports it, the directory itself is held open ([SecureDirectoryHandle]), and
/// later changes to its path have no effect. Elsewhere its path is used ([PathDirectoryHandle]),
/// which leaves a short time between check and use.
public sealed interface DirectoryHandle extends Closeable
    permits SecureDirectoryHandle, PathDirectoryHandle {
  /// Opens the directories from the root down. The root was chosen by the host and is trusted.
  @SuppressWarnings("StreamResourceLeak") // The folder holds it, and closes it.
  static DirectoryHandle open(Path root, Path inside) throws IOException {
    var stream = Files.newDirectoryStream(root);
    if (stream instanceof SecureDirectoryStream<Path> held) {
      return walk(new SecureDirectoryHandle(held), inside);
    }
    stream.close();
    return walk(new PathDirectoryHandle(root), inside);
  }

  static DirectoryHandle walk(DirectoryHandle from, Path inside) throws IOException {
    var here = from;
    for (var name : inside) {
      if (!name.toString().isEmpty()) {
        try (var above = here) {
          above.mustHoldFolder(name);
          here = above.folder(name);
        }
      }
    }
    return here;
  }

  DirectoryHandle folder(Path name) throws IOException;

  <V extends FileAttributeView> @Nullable V view(Path name, Class<V> type);

  SeekableByteChannel open(Path name, Set<OpenOption> options, FileAttribute<?>... attributes)
      throws IOException;

  /// Deletes an entry that is not a folder.
  void delete(Path name) throws IOException;

  /// Deletes an empty folder.
  void deleteFolder(Path name) throws IOException;

  /// Atomic; replaces a file with the new name.
  ///
  /// @param target of the same kind as this one, and on the same file system
  void move(Path from, DirectoryHandle target, Path to) throws IOException;

  /// All entries created or deleted in this folder so far are on the disk when this returns.
  void sync() throws IOException;

  /// The names in no order. May be called once.
  Iterator<Path> names() throws IOException;

  /// @throws NoSuchFileException if there is no such name
  default BasicFileAttributes attributes(Path name) throws IOException {
    var view = view(name, BasicFileAttributeView.class);
    if (view == null) {
      throw new FileSystemException(name.toString(), null, "has no attributes");
    }
    return view.readAttributes();
  }

  /// @return empty where files have no mode
  default Optional<Set<PosixFilePermission>> mode(Path name) throws IOException {
    var view = view(name, PosixFileAttributeView.class);
    return view == null ? Optional.empty() : Optional.of(view.readAttributes().permissions());
  }

  default void setMode(Path name, Set<PosixFilePermission> mode) throws IOException {
    var view = view(name, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(mode);
    }
  }

  /// Checked before opening: opening a pipe would wait for its other end.
  private void mustHoldFolder(Path name) throws IOException {
    var attributes = attributes(name);
    if (attributes.isSymbolicLink()) {
      throw new FileSystemException(name.toString(), null, "has become a link meanwhile");
    }
    if (!attributes.isDirectory()) {
      throw new NotDirectoryException(name.toString());
    }
  }
}
