package dev.drover.tools.place;

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

/// One directory of a workspace while something is done in it. Names are single names, and no link
/// is ever followed: a link that was put in after a path was checked is met here, and refused.
///
/// Where the system can, the directory itself is held ([HeldFolder]), and whatever happens to the
/// path that led to it changes nothing. Elsewhere its path is used ([NamedFolder]), which leaves a
/// moment between looking and using.
public sealed interface Folder extends Closeable permits HeldFolder, NamedFolder {
  /// Walks down from the root, which the host chose and which is trusted.
  @SuppressWarnings("StreamResourceLeak") // The folder holds it, and closes it.
  static Folder open(Path root, Path inside) throws IOException {
    var stream = Files.newDirectoryStream(root);
    if (stream instanceof SecureDirectoryStream<Path> held) {
      return walk(new HeldFolder(held), inside);
    }
    stream.close();
    return walk(new NamedFolder(root), inside);
  }

  static Folder walk(Folder from, Path inside) throws IOException {
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

  Folder folder(Path name) throws IOException;

  <V extends FileAttributeView> @Nullable V view(Path name, Class<V> type);

  SeekableByteChannel open(Path name, Set<OpenOption> options, FileAttribute<?>... attributes)
      throws IOException;

  /// Never a folder.
  void delete(Path name) throws IOException;

  /// Only one that is empty.
  void deleteFolder(Path name) throws IOException;

  /// Atomic; a file that was under the new name is gone.
  ///
  /// @param target of the same kind as this one, and on the same file system
  void move(Path from, Folder target, Path to) throws IOException;

  /// Names in this folder that were given or taken so far are on the disk when this returns.
  void sync() throws IOException;

  /// Names in no order. May be asked for once.
  Iterator<Path> names() throws IOException;

  /// @throws NoSuchFileException if nothing has this name
  default BasicFileAttributes attributes(Path name) throws IOException {
    var view = view(name, BasicFileAttributeView.class);
    if (view == null) {
      throw new FileSystemException(name.toString(), null, "has no attributes");
    }
    return view.readAttributes();
  }

  /// @return empty where files have no such mode
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

  /// Asked before a name is opened: opening a pipe would wait for its other end.
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
