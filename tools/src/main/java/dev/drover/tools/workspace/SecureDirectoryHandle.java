package dev.drover.tools.workspace;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An open directory: all operations are relative to it, never through its path.
public record SecureDirectoryHandle(SecureDirectoryStream<Path> directory)
    implements DirectoryHandle {
  @Override
  public DirectoryHandle folder(Path name) throws IOException {
    return new SecureDirectoryHandle(directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public <V extends FileAttributeView> @Nullable V view(Path name, Class<V> type) {
    return directory.getFileAttributeView(name, type, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public SeekableByteChannel open(
      Path name, Set<OpenOption> options, FileAttribute<?>... attributes) throws IOException {
    return directory.newByteChannel(name, options, attributes);
  }

  @Override
  public void delete(Path name) throws IOException {
    directory.deleteFile(name);
  }

  @Override
  public void deleteFolder(Path name) throws IOException {
    directory.deleteDirectory(name);
  }

  @Override
  public void move(Path from, DirectoryHandle target, Path to) throws IOException {
    switch (target) {
      case SecureDirectoryHandle(var other) -> directory.move(from, other, to);
      case PathDirectoryHandle named ->
          throw new IllegalArgumentException(named + " is not held, and this folder is");
    }
  }

  @Override
  public void sync() throws IOException {
    try (var channel = directory.newByteChannel(Path.of("."), Set.of(StandardOpenOption.READ))) {
      if (channel instanceof FileChannel open) {
        open.force(true);
      }
    } catch (ClosedByInterruptException _) {
      // The names are already changed; an interrupted caller does not wait for the disk.
    }
  }

  @Override
  public Iterator<Path> names() {
    return directory.iterator();
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
