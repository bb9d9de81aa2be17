package dev.drover.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A folder for one target, deleted with the process. In memory if the system supports it: a fuzzer
/// creates thousands of files per second.
public final class ScratchFolder {
  private static final Path MEMORY = Path.of("/dev/shm");

  private ScratchFolder() {}

  public static Path folder() {
    try {
      var folder =
          Files.isWritable(MEMORY)
              ? Files.createTempDirectory(MEMORY, "drover-fuzz")
              : Files.createTempDirectory("drover-fuzz");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> clear(folder)));
      return folder.toRealPath();
    } catch (IOException unusable) {
      throw new UncheckedIOException(unusable);
    }
  }

  /// Deletes the folder with its contents; links are not followed.
  static void clear(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failed)
                throws IOException {
              Files.delete(each);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException unusable) {
      throw new UncheckedIOException(unusable);
    }
  }

  /// The contents of a folder by path: the content of a file, the target of a link, `/` for a
  /// folder.
  static Map<String, String> content(Path folder) {
    var content = new TreeMap<String, String>();
    try (var all = Files.walk(folder)) {
      for (var each : (Iterable<Path>) all::iterator) {
        content.put(folder.relativize(each).toString(), describe(each));
      }
    } catch (IOException unusable) {
      throw new UncheckedIOException(unusable);
    }
    return content;
  }

  private static String describe(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return "-> " + Files.readSymbolicLink(path);
    }
    return Files.isDirectory(path) ? "/" : Files.readString(path, StandardCharsets.ISO_8859_1);
  }
}
