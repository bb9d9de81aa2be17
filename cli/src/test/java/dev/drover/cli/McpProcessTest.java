package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `drover mcp` as clients start it: a real process, its standard streams, real signals.
@Tag("H2")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
@Execution(ExecutionMode.CONCURRENT)
class McpProcessTest {
  /// It ends within two; more is for a busy machine.
  private static final int ENDING_SECONDS = 6;

  private static final JsonMapper JSON = new JsonMapper();
  private static final String MODERN =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}";
  private static final String WAIT =
      """
      turns:
        - calls:
            - {tool: bash, args: {command: "touch here; until [ -e go ]; do sleep 0.1; done"}}
        - text: "Done."
      """;

  @TempDir Path place;

  /// A client of one process.
  private final class McpProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    McpProcess(String... options) throws IOException {
      var command = new ArrayList<String>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(
          List.of(
              "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of("dev.drover.cli.Main", "mcp", "--script", "s.yaml"));
      command.addAll(List.of(options));
      var builder =
          new ProcessBuilder(command)
              .directory(place.toFile())
              .redirectError(Redirect.appendTo(place.resolve("stderr.txt").toFile()));
      builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
      builder.environment().keySet().remove("XDG_CONFIG_HOME");
      builder.environment().put("HOME", place.toString());
      builder.environment().put("TMPDIR", place.toString());
      process = builder.start();
      out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    McpProcess send(int id, String method, String params) throws IOException {
      var line =
          "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}\n"
              .formatted(id, method, params);
      process.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      return this;
    }

    McpProcess call(int id, String more) throws IOException {
      return send(id, "tools/call", MODERN + ",\"name\":\"main\"" + more);
    }

    /// Reads until the answer; everything before it must be a message too.
    JsonNode answer(int id) throws IOException {
      while (true) {
        var line = out.readLine();
        assertThat(line).as("the process has ended: %s", errors()).isNotNull();
        var message = JSON.readTree(line);
        assertThat(message.path("jsonrpc").asString("")).isEqualTo("2.0");
        if (message.path("id").asInt(-1) == id) {
          return message.path("result");
        }
      }
    }

    void kill() throws InterruptedException {
      process.destroyForcibly();
      process.waitFor();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  private String errors() throws IOException {
    return Files.readString(place.resolve("stderr.txt"));
  }

  private void script(String script) throws IOException {
    Files.writeString(place.resolve("s.yaml"), script);
    var own = Files.createDirectories(place.resolve(".config/drover"));
    Files.writeString(own.resolve("config.yaml"), "allow: [bash]");
  }

  /// Waits until a tool of the process has made the file.
  private void awaitFile(McpProcess server, Path file) throws IOException, InterruptedException {
    try (var watch = file.getFileSystem().newWatchService()) {
      place.register(watch, java.nio.file.StandardWatchEventKinds.ENTRY_CREATE);
      while (!Files.exists(file)) {
        assertThat(server.process.isAlive()).as(errors()).isTrue();
        var key = watch.poll(100, TimeUnit.MILLISECONDS);
        if (key != null) {
          key.pollEvents();
          key.reset();
        }
      }
    }
  }

  private static String text(JsonNode result) {
    return result.path("content").path(0).path("text").asString("");
  }

  @Test
  void standardOutputHasOnlyMessagesAndTheEndOfInputEndsTheProcess() throws Exception {
    script(CliScripts.LOOK);
    Files.createDirectories(place.resolve(".drover/agents"));
    Files.writeString(place.resolve(".drover/agents/bad.md"), "no front matter");
    try (var server = new McpProcess("--verbose")) {
      server.call(1, ",\"arguments\":{\"prompt\":\"look\"}");
      assertThat(text(server.answer(1))).isEqualTo("I see.");
      server.process.getOutputStream().write("no JSON\n".getBytes(StandardCharsets.UTF_8));
      server.send(2, "tools/list", MODERN);
      assertThat(server.answer(2).path("tools").path(0).path("name").asString()).isEqualTo("main");
      server.process.getOutputStream().close();
      assertThat(server.process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(server.process.exitValue()).isZero();
      assertThat(server.out.readLine()).isNull();
    }
  }

  @Test
  void theEndOfInputEndsTheProcessInTimeDuringACall() throws Exception {
    script(WAIT);
    try (var server = new McpProcess()) {
      server.call(1, ",\"arguments\":{\"prompt\":\"wait\",\"key\":\"k\"}");
      awaitFile(server, place.resolve("here"));
      server.process.getOutputStream().close();
      assertThat(server.process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  @Tag("A10")
  @Tag("A13")
  void aRetryAfterAKillFindsTheRun() throws Exception {
    script(WAIT);
    var order = ",\"arguments\":{\"prompt\":\"wait\",\"key\":\"order-7\"}";
    try (var server = new McpProcess()) {
      server.call(1, order);
      awaitFile(server, place.resolve("here"));
      server.kill();
    }
    try (var server = new McpProcess()) {
      server.call(1, order);
      var result = server.answer(1);
      assertThat(text(result)).isEqualTo("Done.");
      var session = result.path("structuredContent").path("session").asString();
      server.send(2, "resources/read", MODERN + ",\"uri\":\"drover://sessions/" + session + "\"");
      var read = server.answer(2).path("contents").path(0).path("text").asString();
      assertThat(JSON.readTree(read).path("runs").size()).isEqualTo(1);
      server.send(
          3,
          "tools/call",
          "%s,\"name\":\"drover_result\",\"arguments\":{\"session\":\"%s\"}"
              .formatted(MODERN, session));
      assertThat(server.answer(3).path("structuredContent"))
          .isEqualTo(result.path("structuredContent"));
    }
  }

  @Test
  @Tag("E3")
  @Tag("J11")
  void aQuestionSurvivesAKillBetweenItAndItsAnswer() throws Exception {
    script(CliScripts.WRITE);
    var order = ",\"arguments\":{\"prompt\":\"write\",\"key\":\"order-7\"}";
    JsonNode asked;
    try (var server = new McpProcess()) {
      server.call(1, order);
      asked = server.answer(1);
      assertThat(asked.path("resultType").asString()).isEqualTo("input_required");
      server.kill();
    }
    var question = asked.path("inputRequests").propertyNames().iterator().next();
    var answer =
        order
            + ",\"requestState\":\"%s\",\"inputResponses\":{\"%s\":"
                .formatted(asked.path("requestState").asString(), question)
            + "{\"action\":\"accept\",\"content\":{\"decision\":\"once\"}}}";
    try (var server = new McpProcess()) {
      server.call(1, answer);
      assertThat(text(server.answer(1))).isEqualTo("Done.");
      assertThat(place.resolve("note.txt")).hasContent("hello");
    }
  }

  @Test
  @Tag("J10")
  void overHttpItListensOnThisMachineAndWantsItsToken() throws Exception {
    script(CliScripts.LOOK);
    try (var server = new McpProcess("--http", "--json");
        var client = HttpClient.newHttpClient()) {
      var serving = JSON.readTree(server.out.readLine());
      assertThat(serving.path("type").asString()).isEqualTo("serving");
      var address = URI.create(serving.path("url").asString());
      assertThat(address.getHost()).isEqualTo("127.0.0.1");
      var request =
          HttpRequest.newBuilder(address)
              .header("Content-Type", "application/json")
              .header("Accept", "application/json, text/event-stream")
              .header("MCP-Protocol-Version", "2026-07-28")
              .header("Mcp-Method", "tools/list")
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{%s}}"
                          .formatted(MODERN)));
      assertThat(client.send(request.build(), BodyHandlers.discarding()).statusCode())
          .isEqualTo(401);
      request.header("Authorization", "Bearer " + serving.path("token").asString());
      var listed = client.send(request.build(), BodyHandlers.ofString());
      assertThat(listed.statusCode()).isEqualTo(200);
      assertThat(listed.body()).contains("\"name\":\"main\"");
      var secret = place.resolve(".config/drover/mcp-secret");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
          .isEqualTo("rw-------");
    }
  }
}
