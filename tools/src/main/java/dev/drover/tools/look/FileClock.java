package dev.drover.tools.look;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Tells the time that the system would write on a file now, which is what times of files are to be
/// compared with. Belongs to one thread at a time.
final class FileClock {
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
