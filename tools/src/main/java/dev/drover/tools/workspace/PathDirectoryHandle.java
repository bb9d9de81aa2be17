package dev.drover.tools.workspace;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A directory by its path, for systems whose directories cannot be held open.
public record PathDirectoryHandle(Path path) implements DirectoryHandle {
  @Override
  public DirectoryHandle folder(Path name) {
    return new PathDirectoryHandle(path.resolve(name));
  }

  @Override
  public <V extends FileAttributeView> @Nullable V view(Path name, Class<V> type) {
    return Files.getFileAttributeView(path.resolve(name), type, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public SeekableByteChannel open(
      Path name, Set<OpenOption> options, FileAttribute<?>... attributes) throws IOException {
    return Files.newByteChannel(path.resolve(name), options, attributes);
  }

  @Override
  public void delete(Path name) throws IOException {
    if (attributes(name).isDirectory()) {
      throw new FileSystemException(name.toString(), null, "is a directory");
    }
    Files.delete(path.resolve(name));
  }

  @Override
  public void deleteFolder(Path name) throws IOException {
    if (attributes(name).isDirectory()) {
      Files.delete(path.resolve(name));
    } else {
      throw new NotDirectoryException(name.toString());
    }
  }

  @Override
  public void move(Path from, DirectoryHandle target, Path to) throws IOException {
    switch (target) {
      case PathDirectoryHandle(var other) ->
          Files.move(path.resolve(from), other.resolve(to), StandardCopyOption.ATOMIC_MOVE);
      case SecureDirectoryHandle held ->
          throw new IllegalArgumentException(held + " is held, and this folder is not");
    }
  }

  @Override
  public void sync() {
    // Such systems have no way to sync a directory.
  }

  @Override
  public Iterator<Path> names() throws IOException {
    try (var directory = Files.newDirectoryStream(path)) {
      var names = new ArrayList<Path>();
      directory.forEach(names::add);
      return names.iterator();
    }
  }

  @Override
  public void close() {
    // Nothing is held open.
  }
}
