package dev.drover.mcp.server.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.jsonrpc.RpcJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/// The official inspector starts the server as a process and speaks to its standard streams.
@Tag("mcp-conformance")
@Tag("H2")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class InspectorTest {
  private static JsonNode inspected(String... arguments) throws Exception {
    var command = new ArrayList<String>();
    command.add("--cli");
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.drover.mcp.server.StreamProgram");
    command.addAll(List.of(arguments));
    return RpcJson.parse(new PeerPrograms().inspector(command.toArray(String[]::new)));
  }

  @Test
  void itListsAndCallsTools() throws Exception {
    var tools = inspected("--method", "tools/list").path("tools");
    assertThat(tools.valueStream().map(tool -> tool.path("name").asString()))
        .containsExactly("clerk", "sleeper", "writer", "drover_result");
    var result =
        inspected("--method", "tools/call", "--tool-name", "clerk", "--tool-arg", "prompt=hello");
    assertThat(result.path("structuredContent").path("text").asString()).isEqualTo("First answer.");
  }

  @Test
  void itReadsPrompts() throws Exception {
    var prompts = inspected("--method", "prompts/list").path("prompts");
    assertThat(prompts.path(0).path("name").asString()).isEqualTo("review");
  }
}
