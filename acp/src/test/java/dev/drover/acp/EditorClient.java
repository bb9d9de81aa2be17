package dev.drover.acp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A small editor: writes lines, and reads what the agent writes, in order.
///
/// Belongs to the thread of the test.
final class EditorClient implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int DEADLINE_SECONDS = 30;
  private static final byte[] END = {};

  private final LinkedBlockingQueue<byte[]> input = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<String> output = new LinkedBlockingQueue<>();
  private final List<JsonNode> seen = new ArrayList<>();
  private final Thread server;
  private int taken;
  private int lastId;

  EditorClient(EditorHost host) {
    server = Thread.ofVirtual().start(() -> AcpAgent.serve(host, new Input(), new Output()));
  }

  private final class Input extends InputStream {
    private byte[] line = {};
    private int at;
    private boolean over;

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      if (at == line.length && !over) {
        try {
          line = input.take();
        } catch (InterruptedException stop) {
          throw new IOException(stop);
        }
        at = 0;
        over = line.length == 0;
      }
      if (over) {
        return -1;
      }
      int count = Math.min(length, line.length - at);
      System.arraycopy(line, at, into, from, count);
      at += count;
      return count;
    }
  }

  private final class Output extends OutputStream {
    private final StringBuilder part = new StringBuilder();

    @Override
    public void write(int one) {
      throw new UnsupportedOperationException("the agent writes whole lines");
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      part.append(new String(bytes, from, length, StandardCharsets.UTF_8));
      for (int end = part.indexOf("\n"); end >= 0; end = part.indexOf("\n")) {
        output.add(part.substring(0, end));
        part.delete(0, end + 1);
      }
    }
  }

  void line(String json) {
    input.add((json + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /// Single quotes stand for double ones.
  @SuppressWarnings("AnnotateFormatMethod") // The quotes make it no format that a check knows.
  static String quoted(String json, Object... values) {
    return json.formatted(values).replace('\'', '"');
  }

  void notify(String method, String params, Object... values) {
    line(quoted("{'jsonrpc':'2.0','method':'%s','params':%s}", method, quoted(params, values)));
  }

  /// Sends a request.
  ///
  /// @return its id
  int send(String method, String params, Object... values) {
    int id = ++lastId;
    line(
        quoted(
            "{'jsonrpc':'2.0','id':%d,'method':'%s','params':%s}",
            id, method, quoted(params, values)));
    return id;
  }

  /// Sends a request and waits for its answer.
  JsonNode call(String method, String params, Object... values) {
    return answer(send(method, params, values));
  }

  JsonNode result(String method, String params, Object... values) {
    var answer = call(method, params, values);
    assertThat(answer.has("result")).as(answer.toString()).isTrue();
    return answer.path("result");
  }

  JsonNode error(String method, String params, Object... values) {
    var answer = call(method, params, values);
    assertThat(answer.has("error")).as(answer.toString()).isTrue();
    return answer.path("error");
  }

  /// Waits for the answer to a request; it may have come before other messages.
  JsonNode answer(int id) {
    return seen.stream()
        .filter(message -> isAnswer(message, id))
        .findFirst()
        .orElseGet(() -> await(message -> isAnswer(message, id)));
  }

  private static boolean isAnswer(JsonNode message, int id) {
    return !message.has("method") && message.path("id").asInt(-1) == id;
  }

  /// Answers a request of the agent.
  void reply(JsonNode request, String result) {
    line(quoted("{'jsonrpc':'2.0','id':%s,'result':%s}", request.path("id"), result));
  }

  void choose(JsonNode question, String option) {
    reply(question, "{'outcome':{'outcome':'selected','optionId':'%s'}}".formatted(option));
  }

  /// Waits for a request or notification that was not waited for before.
  JsonNode await(String method) {
    return await(message -> message.path("method").asString("").equals(method));
  }

  JsonNode awaitUpdate(String kind) {
    return await(message -> update(message).path("sessionUpdate").asString("").equals(kind));
  }

  static JsonNode update(JsonNode message) {
    return message.path("params").path("update");
  }

  /// Waits for a message; those before it are skipped.
  JsonNode await(Predicate<JsonNode> wanted) {
    while (true) {
      while (taken < seen.size()) {
        var message = seen.get(taken++);
        if (wanted.test(message)) {
          return message;
        }
      }
      read();
    }
  }

  private void read() {
    try {
      var line = output.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
      assertThat(line).as("nothing came after %s", seen).isNotNull();
      seen.add(JSON.readTree(line));
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
  }

  /// All messages so far, in order.
  List<JsonNode> all() {
    return List.copyOf(seen);
  }

  /// The updates of one kind so far.
  List<JsonNode> updates(String kind) {
    return seen.stream()
        .map(EditorClient::update)
        .filter(update -> update.path("sessionUpdate").asString("").equals(kind))
        .toList();
  }

  /// What the agent has said so far.
  String text() {
    var text = new StringBuilder();
    updates("agent_message_chunk")
        .forEach(update -> text.append(update.path("content").path("text").asString()));
    return text.toString();
  }

  void initialize() {
    result("initialize", "{'protocolVersion':1,'clientCapabilities':{}}");
  }

  /// Begins a session.
  ///
  /// @return its id
  String open(Object folder) {
    initialize();
    var id = result("session/new", "{'cwd':'%s','mcpServers':[]}", folder).path("sessionId");
    return id.asString();
  }

  int sendPrompt(String session, String text) {
    return send(
        "session/prompt",
        "{'sessionId':'%s','prompt':[{'type':'text','text':'%s'}]}",
        session,
        text);
  }

  /// @return the stop reason
  String prompt(String session, String text) {
    return stopReason(sendPrompt(session, text));
  }

  String stopReason(int prompt) {
    var answer = answer(prompt);
    assertThat(answer.has("result")).as(answer.toString()).isTrue();
    return answer.path("result").path("stopReason").asString();
  }

  /// Ends the input, and waits for the end of the agent.
  @Override
  public void close() {
    input.add(END);
    try {
      assertThat(server.join(Duration.ofSeconds(DEADLINE_SECONDS))).isTrue();
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
  }
}
