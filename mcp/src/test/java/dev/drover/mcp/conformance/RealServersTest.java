package dev.drover.mcp.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Text;
import dev.drover.mcp.McpClientConnector;
import dev.drover.mcp.ToolCallFixture;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnector.Client;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus.Phase;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers that others have written, on standard streams.
@Tag("mcp-conformance")
@Tag("H1")
class RealServersTest {
  @TempDir Path folder;

  @BeforeAll
  static void install() throws Exception {
    NpmPackages.install();
  }

  @Test
  void theServerWithEverythingIsUsable() throws Exception {
    try (var connection = open("server-everything/dist/index.js", "stdio")) {
      assertThat(connection.status().phase())
          .as(connection.status().toString())
          .isEqualTo(Phase.CONNECTED);
      assertThat(connection.status().missing()).isEmpty();
      assertThat(call(connection, "echo", "{\"message\":\"größe\"}"))
          .isEqualTo(new ToolOutcome.Succeeded(Text.of("Echo: größe")));
      assertThat(call(connection, "get-tiny-image", "{}"))
          .isInstanceOfSatisfying(
              ToolOutcome.Succeeded.class, image -> assertThat(image.media()).hasSize(1));
      assertThat(connection.prompts()).isNotEmpty();
      var resources = connection.resources();
      assertThat(resources).isNotEmpty();
      assertThat(connection.read(resources.getFirst().uri())).isNotEmpty();
    }
  }

  @Test
  void theServerOfFilesReadsAFile() throws Exception {
    Files.writeString(folder.resolve("note.txt"), "from the file");
    try (var connection = open("server-filesystem/dist/index.js", folder.toString())) {
      assertThat(connection.status().missing()).isEmpty();
      assertThat(
              call(
                      connection,
                      "read_text_file",
                      "{\"path\":\"%s\"}".formatted(folder.resolve("note.txt")))
                  .toString())
          .contains("from the file");
    }
  }

  @Test
  void theServerOfMemoryKeepsAnEntity() throws Exception {
    try (var connection = open("server-memory/dist/index.js", "x")) {
      assertThat(connection.status().missing()).isEmpty();
      assertThat(call(connection, "read_graph", "{}")).isInstanceOf(ToolOutcome.Succeeded.class);
    }
  }

  private McpConnection open(String script, String argument) throws Exception {
    var server = McpServer.stdio("real", NpmPackages.node(), NpmPackages.script(script), argument);
    var connection =
        new McpClientConnector()
            .open(
                server,
                new Client(
                    Identity.NONE, folder, Time.system(), SecretRedactor.KNOWN_SHAPES, () -> {}));
    connection.awaitSettled(Duration.ofSeconds(50));
    return connection;
  }

  private static Object call(McpConnection connection, String tool, String arguments)
      throws Exception {
    for (var each : connection.tools().tools()) {
      if (each.name().equals(tool)) {
        return each.tool().call(new ToolCallFixture(arguments));
      }
    }
    throw new AssertionError("%s is not among the tools: %s".formatted(tool, connection.status()));
  }
}
