package dev.drover.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/// Texts in a folder, one file for each session, on the disk when a write returns. For frameworks
/// that offer an interface to keep sessions and leave it to others to implement it.
public record SessionFiles(Path folder) {
  private static final String ENDING = ".session";

  /// What was kept of the session, if anything was.
  public Optional<String> read(String session) {
    var file = file(session);
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  public void write(String session, String text) {
    try {
      Files.writeString(
          file(session),
          text,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  public void delete(String session) {
    try {
      Files.deleteIfExists(file(session));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  public List<String> sessions() {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .sorted()
          .toList();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private Path file(String session) {
    return folder.resolve(session + ENDING);
  }
}
