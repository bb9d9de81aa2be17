package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A real `drover acp` process with a small editor in front of it.
///
/// Belongs to the thread of the test.
final class EditorProcess implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int DEADLINE_SECONDS = 60;

  private final Process process;
  private final BufferedReader out;
  private final Path errors;
  private final List<JsonNode> seen = new ArrayList<>();
  private int lastId;

  /// @param home the folder of the process, and of the person
  EditorProcess(Path home, String... options) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.drover.cli.Main",
                "acp"));
    command.addAll(List.of(options));
    errors = Files.createTempFile(home, "errors", ".txt");
    var builder =
        new ProcessBuilder(command).directory(home.toFile()).redirectError(errors.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
    builder.environment().keySet().remove("XDG_CONFIG_HOME");
    builder.environment().put("HOME", home.toString());
    builder.environment().put("TMPDIR", home.toString());
    process = builder.start();
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private void line(String json) throws IOException {
    process
        .getOutputStream()
        .write((json.replace('\'', '"') + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /// Sends a request; single quotes stand for double ones.
  ///
  /// @return its id
  @SuppressWarnings("AnnotateFormatMethod") // The quotes make it no format that a check knows.
  int send(String method, String params, Object... values) throws IOException {
    int id = ++lastId;
    line(
        "{'jsonrpc':'2.0','id':%d,'method':'%s','params':%s}"
            .formatted(id, method, params.formatted(values)));
    return id;
  }

  JsonNode call(String method, String params, Object... values) throws IOException {
    return answer(send(method, params, values));
  }

  JsonNode answer(int id) throws IOException {
    return await(message -> !message.has("method") && message.path("id").asInt(-1) == id);
  }

  /// Begins a session.
  ///
  /// @return its id
  String open(Path folder) throws IOException {
    call("initialize", "{'protocolVersion':1}");
    var answer = call("session/new", "{'cwd':'%s','mcpServers':[]}", folder);
    return answer.path("result").path("sessionId").asString();
  }

  int prompt(String session, String text) throws IOException {
    return send(
        "session/prompt",
        "{'sessionId':'%s','prompt':[{'type':'text','text':'%s'}]}",
        session,
        text);
  }

  void choose(JsonNode question, String option) throws IOException {
    line(
        "{'jsonrpc':'2.0','id':%s,'result':{'outcome':{'outcome':'selected','optionId':'%s'}}}"
            .formatted(question.path("id"), option));
  }

  JsonNode await(String method) throws IOException {
    return await(message -> message.path("method").asString("").equals(method));
  }

  /// Reads until a message is the wanted one.
  JsonNode await(Predicate<JsonNode> wanted) throws IOException {
    while (true) {
      var line = out.readLine();
      assertThat(line).as("the agent ended after %s: %s", seen, errors()).isNotNull();
      var message = JSON.readTree(line);
      assertThat(message.path("jsonrpc").asString()).isEqualTo("2.0");
      seen.add(message);
      if (wanted.test(message)) {
        return message;
      }
    }
  }

  /// What the agent has said so far.
  String text() {
    var text = new StringBuilder();
    for (var message : seen) {
      var update = message.path("params").path("update");
      if (update.path("sessionUpdate").asString("").equals("agent_message_chunk")) {
        text.append(update.path("content").path("text").asString());
      }
    }
    return text.toString();
  }

  String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /// Ends the input; whatever still comes must be messages.
  ///
  /// @return the exit code
  int end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    for (var line = out.readLine(); line != null; line = out.readLine()) {
      seen.add(JSON.readTree(line));
    }
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
