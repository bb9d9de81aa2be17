package dev.drover.tools.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Returns the current time of the file system, with which file times are compared. Belongs to one
/// thread at a time.
final class FileSystemClock {
  private @Nullable Path file;

  Instant now() throws IOException {
    if (file == null) {
      file = Files.createTempFile("drover-clock-", "");
    }
    Files.writeString(file, "now");
    return Files.getLastModifiedTime(file).toInstant();
  }

  void close() throws IOException {
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }
}
