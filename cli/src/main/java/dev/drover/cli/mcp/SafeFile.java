package dev.drover.cli.mcp;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// Reads and replaces text files of a person. A file is replaced as a whole, so that no process
/// reads half of it; a link stays a link.
final class SafeFile {
  private SafeFile() {}

  /// @return empty if there is no file
  static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException unreadable) {
      throw failed(file, "read", unreadable);
    }
  }

  static void write(Path file, String text) {
    try {
      var target = Files.exists(file) ? file.toRealPath() : file;
      var folder = Files.createDirectories(target.toAbsolutePath().getParent());
      var draft = Files.createTempFile(folder, ".drover-", ".new");
      try {
        Files.writeString(draft, text);
        Files.setPosixFilePermissions(
            draft,
            Files.exists(target)
                ? Files.getPosixFilePermissions(target)
                : PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException unwritable) {
      throw failed(file, "written", unwritable);
    }
  }

  private static CliRefusal failed(Path file, String what, IOException why) {
    return CliRefusal.failed(
        "file_unusable",
        "%s cannot be %s: %s".formatted(file, what, IoErrors.describe(why)),
        "Make the file accessible to you.");
  }
}
