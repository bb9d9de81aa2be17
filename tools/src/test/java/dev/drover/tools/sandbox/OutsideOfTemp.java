package dev.drover.tools.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Folders that a sandbox does not replace by its own, as it does with all under /tmp.
public final class OutsideOfTemp {
  private OutsideOfTemp() {}

  /// In the folder of the build, or in the home directory where the build itself lies under /tmp.
  public static PrivateTemp create() {
    try {
      var build = Path.of("target").toRealPath();
      var place = build.startsWith("/tmp") ? Path.of(System.getProperty("user.home")) : build;
      return new PrivateTemp(Files.createTempDirectory(place, "drover-test-").toRealPath());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
