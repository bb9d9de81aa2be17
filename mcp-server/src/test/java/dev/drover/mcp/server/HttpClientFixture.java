package dev.drover.mcp.server;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.server.BearerGuard;
import dev.drover.server.HttpLimits;
import dev.drover.server.HttpListener;
import dev.drover.server.OriginGuard;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The service on a port, with two principals, and a client that writes the calls itself.
final class HttpClientFixture implements AutoCloseable {
  static final String ADA = "token-of-ada";
  static final String BOB = "token-of-bob";

  private final HttpListener listener;
  private final HttpClient client = HttpClient.newHttpClient();
  private long lastId;

  HttpClientFixture(McpService service) throws IOException {
    listener =
        HttpListener.onLoopback(
            0,
            new OriginGuard(
                OriginGuard.LOOPBACK,
                Set.of(),
                new BearerGuard(Map.of(ADA, "ada", BOB, "bob"), service.httpHandler())),
            HttpLimits.DEFAULT);
  }

  private HttpRequest.Builder to(@Nullable String token) {
    var builder =
        HttpRequest.newBuilder(URI.create("http://localhost:%d/mcp".formatted(listener.port())))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    return token == null ? builder : builder.header("Authorization", "Bearer " + token);
  }

  private ObjectNode message(String method, ObjectNode params) {
    var message = RpcJson.object().put("jsonrpc", "2.0").put("id", ++lastId).put("method", method);
    message.set("params", params);
    return message;
  }

  private HttpRequest modern(@Nullable String token, String method, ObjectNode params) {
    var builder =
        to(token).header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", method);
    if (params.has("name")) {
      builder.header("Mcp-Name", params.path("name").asString());
    }
    return builder
        .POST(HttpRequest.BodyPublishers.ofString(RpcJson.text(message(method, params))))
        .build();
  }

  /// The last message of the reply.
  JsonNode call(String token, String method, ObjectNode params)
      throws IOException, InterruptedException {
    var response = client.send(modern(token, method, params), BodyHandlers.ofString());
    return last(response.body());
  }

  static JsonNode last(String body) {
    var lines = body.lines().filter(line -> line.startsWith("data: ")).toList();
    return RpcJson.parse(lines.isEmpty() ? body : lines.getLast().substring("data: ".length()));
  }

  HttpResponse<String> sendModern(@Nullable String token, String method, ObjectNode params)
      throws IOException, InterruptedException {
    return client.send(modern(token, method, params), BodyHandlers.ofString());
  }

  /// Begins to read a reply that is a stream.
  InputStream open(String token, String method, ObjectNode params)
      throws IOException, InterruptedException {
    return client.send(modern(token, method, params), BodyHandlers.ofInputStream()).body();
  }

  /// @param session of the client; null before `initialize`
  HttpResponse<InputStream> sendLegacy(String token, @Nullable String session, ObjectNode message)
      throws IOException, InterruptedException {
    var builder = to(token);
    if (session != null) {
      builder.header("Mcp-Session-Id", session).header("MCP-Protocol-Version", "2025-11-25");
    }
    return client.send(
        builder.POST(HttpRequest.BodyPublishers.ofString(RpcJson.text(message))).build(),
        BodyHandlers.ofInputStream());
  }

  ObjectNode legacy(String method, ObjectNode params) {
    return message(method, params);
  }

  /// @return the id of the session
  String initialize(String token, String capabilities) throws IOException, InterruptedException {
    var params = RpcJson.object().put("protocolVersion", "2025-11-25");
    params.set("capabilities", RpcJson.parse(capabilities));
    params.putObject("clientInfo").put("name", "test").put("version", "1");
    var response = sendLegacy(token, null, message("initialize", params));
    try (var in = response.body()) {
      in.readAllBytes();
    }
    return response.headers().firstValue("Mcp-Session-Id").orElseThrow();
  }

  int delete(String token, String session) throws IOException, InterruptedException {
    return client
        .send(
            to(token).header("Mcp-Session-Id", session).DELETE().build(), BodyHandlers.discarding())
        .statusCode();
  }

  int get(String token) throws IOException, InterruptedException {
    return client.send(to(token).GET().build(), BodyHandlers.discarding()).statusCode();
  }

  /// Reads a stream until a message that satisfies this.
  static JsonNode readUntil(InputStream in, java.util.function.Predicate<JsonNode> wanted)
      throws IOException {
    var line = new StringBuilder();
    while (true) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the stream has ended");
      }
      if (next != '\n') {
        line.append((char) next);
        continue;
      }
      if (line.indexOf("data: ") == 0) {
        var bytes = line.substring("data: ".length()).getBytes(StandardCharsets.ISO_8859_1);
        var message = RpcJson.parse(new String(bytes, StandardCharsets.UTF_8));
        if (wanted.test(message)) {
          return message;
        }
      }
      line.setLength(0);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    listener.close();
  }
}
