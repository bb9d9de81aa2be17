package dev.drover.tools.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// A folder that sandboxed commands see as /tmp and that no other user can read.
public record PrivateTempFolder(Path folder) implements AutoCloseable {
  public static PrivateTempFolder create() throws IOException {
    return new PrivateTempFolder(Files.createTempDirectory("drover-tmp-").toRealPath());
  }

  /// Deletes the folder with its contents, as far as the system allows.
  @Override
  public void close() {
    try {
      Files.walkFileTree(folder, new Delete());
    } catch (IOException _) {
      // The system eventually clears its folder for temporary files.
    }
  }

  private static final class Delete extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failed)
        throws IOException {
      Files.delete(visited);
      return FileVisitResult.CONTINUE;
    }
  }
}
