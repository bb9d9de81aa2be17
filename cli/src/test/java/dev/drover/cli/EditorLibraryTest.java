package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whole conversations between the real program and the client library of the Agent Client
/// Protocol, with every line checked against the protocol's schema. Needs npm: run it with `-Pnpm`.
@Tag("npm")
@Tag("H2")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class EditorLibraryTest {
  private static final List<String> LIBRARIES =
      List.of("@agentclientprotocol/sdk@2.4.0", "ajv@8.20.0");

  @TempDir Path place;

  private record Ended(int exit, String out) {}

  private Ended run(Path folder, List<String> command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
    var process = builder.start();
    process.getOutputStream().close();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), out);
  }

  private void install(Path folder) throws InterruptedException {
    var command = new ArrayList<>(List.of("npm", "install", "--ignore-scripts", "--no-audit"));
    command.addAll(LIBRARIES);
    try {
      var installed = run(folder, command);
      if (installed.exit() != 0) {
        abort("npm cannot install %s here: %s".formatted(LIBRARIES, installed.out()));
      }
    } catch (IOException missing) {
      abort("npm is not installed, so the editor's library is not tried: " + missing.getMessage());
    }
  }

  @Test
  void theLibraryOfTheEditorsHasWholeConversationsWithTheProgram() throws Exception {
    var folder = Files.createDirectories(place.resolve("npm"));
    Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
    install(folder);
    var driver = folder.resolve("acp-driver.mjs");
    Files.copy(Path.of("src/test/npm/acp-driver.mjs"), driver);
    var work = Files.createDirectories(place.resolve("work")).toRealPath();
    var command =
        List.of(
            "env",
            "HOME=" + work,
            "node",
            driver.toString(),
            work.toString(),
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.drover.cli.Main");
    var conversations = run(folder, command);
    assertThat(conversations.out().lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith("ok "), "every conversation went well");
    assertThat(conversations.exit()).isZero();
  }
}
