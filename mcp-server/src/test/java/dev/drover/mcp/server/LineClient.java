package dev.drover.mcp.server;

import dev.drover.jsonrpc.RpcJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A client that writes and reads lines itself.
final class LineClient implements AutoCloseable {
  private final OutputStream out;
  private final BufferedReader in;
  private final Thread serving;
  private long lastId;

  /// Everything that came and was no answer to [#call].
  final List<JsonNode> others = new ArrayList<>();

  LineClient(McpService service) throws IOException {
    var toServer = Pipe.open();
    var fromServer = Pipe.open();
    out = Channels.newOutputStream(toServer.sink());
    in =
        new BufferedReader(
            new InputStreamReader(
                Channels.newInputStream(fromServer.source()), StandardCharsets.UTF_8));
    serving =
        Thread.ofPlatform()
            .daemon()
            .start(
                () ->
                    service.serve(
                        Channels.newInputStream(toServer.source()),
                        Channels.newOutputStream(fromServer.sink())));
  }

  LineClient initialize(String capabilities) throws IOException {
    var params = RpcJson.object().put("protocolVersion", "2025-11-25");
    params.set("capabilities", RpcJson.parse(capabilities));
    params.putObject("clientInfo").put("name", "test").put("version", "1");
    var answer = call("initialize", params);
    if (!answer.path("result").path("protocolVersion").asString("").equals("2025-11-25")) {
      throw new AssertionError(answer.toString());
    }
    write(RpcJson.object().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
    return this;
  }

  /// @return the id of the request
  long send(String method, ObjectNode params) throws IOException {
    var request = RpcJson.object().put("jsonrpc", "2.0").put("id", ++lastId).put("method", method);
    request.set("params", params);
    write(request);
    return lastId;
  }

  void write(ObjectNode message) throws IOException {
    writeLine(RpcJson.text(message));
  }

  void writeLine(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  JsonNode read() throws IOException {
    var line = in.readLine();
    if (line == null) {
      throw new IOException("the server has closed its output");
    }
    return RpcJson.parse(line);
  }

  JsonNode answerTo(long id) throws IOException {
    while (true) {
      var message = read();
      if (message.path("id").asLong(-1) == id && !message.has("method")) {
        return message;
      }
      others.add(message);
    }
  }

  JsonNode call(String method, ObjectNode params) throws IOException {
    return answerTo(send(method, params));
  }

  /// Calls a tool as a legacy client.
  JsonNode tool(String name, String arguments) throws IOException {
    return call("tools/call", ClientMessages.call(RpcJson.object(), name, arguments))
        .path("result");
  }

  /// Ends the input.
  ///
  /// @return whether the server has ended in time
  boolean end(long millis) throws IOException, InterruptedException {
    out.close();
    return serving.join(java.time.Duration.ofMillis(millis));
  }

  @Override
  public void close() throws IOException {
    out.close();
    try {
      serving.join(TimeUnit.SECONDS.toMillis(30));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
