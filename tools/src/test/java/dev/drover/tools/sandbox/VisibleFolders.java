package dev.drover.tools.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Folders that a sandbox does not replace by its own, unlike /tmp and the home directory.
public final class VisibleFolders {
  private VisibleFolders() {}

  /// In the build folder, or in a system folder if the build itself is under /tmp.
  public static PrivateTempFolder create() {
    try {
      var build = Path.of("target").toRealPath();
      var place = build.startsWith("/tmp") ? ofSystem() : build;
      return new PrivateTempFolder(Files.createTempDirectory(place, "drover-test-").toRealPath());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Path ofSystem() {
    return Stream.of("/srv", "/opt", "/usr/local")
        .map(Path::of)
        .filter(Files::isWritable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("build outside of /tmp to run this as a user"));
  }
}
