package dev.drover.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.spi.mcp.McpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// A server on loopback. It answers the usual questions in the newer form, and everything else as
/// the test says.
final class HttpServerFixture implements AutoCloseable {
  private static final String DISCOVERED =
      "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
          + "{\"tools\":{},\"prompts\":{},\"resources\":{}}}";
  private static final String INITIALIZED =
      "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":"
          + "{\"name\":\"x\",\"version\":\"1\"}}";

  final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>(100_000);
  private final HttpServer server;
  private final Handler handler;
  private final Deque<String> sessions = new ArrayDeque<>(List.of("one", "two", "three"));
  volatile boolean withSessions;

  /// Requests to the server itself that it does not allow are refused.
  volatile Predicate<Asked> guard = _ -> true;

  volatile String tools = "[{\"name\":\"pay\",\"inputSchema\":{\"type\":\"object\"}}]";

  /// One request.
  record Asked(HttpExchange exchange, JsonNode message) {
    String method() {
      return message.path("method").asString("");
    }

    String header(String name) {
      var value = exchange.getRequestHeaders().getFirst(name);
      return value == null ? "" : value;
    }

    void result(String json) throws IOException {
      answer(
          200,
          "application/json",
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(message.path("id"), json));
    }

    void answer(int status, String type, String body) throws IOException {
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    }

    OutputStream stream() throws IOException {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      return exchange.getResponseBody();
    }

    static void event(OutputStream stream, String data) throws IOException {
      stream.write("data: %s\n\n".formatted(data).getBytes(StandardCharsets.UTF_8));
      stream.flush();
    }
  }

  interface Handler {
    void handle(Asked asked) throws Exception;
  }

  HttpServerFixture(Handler handler) throws IOException {
    this.handler = handler;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var message = body.startsWith("{") ? RpcJson.parse(body) : RpcJson.object().put("method", body);
    var request = new Asked(exchange, message);
    asked.add(request);
    try {
      boolean toServer = exchange.getRequestURI().getPath().equals("/mcp");
      if (toServer && !guard.test(request)) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        request.answer(401, "text/plain", "");
        return;
      }
      switch (request.method()) {
        case "server/discover" -> {
          if (withSessions) {
            request.answer(400, "text/plain", "no session");
          } else {
            request.result(DISCOVERED);
          }
        }
        case "initialize" -> {
          exchange.getResponseHeaders().set("Mcp-Session-Id", sessions.removeFirst());
          request.result(INITIALIZED);
        }
        case "notifications/initialized" -> request.answer(202, "text/plain", "");
        case "tools/list" ->
            request.result("{\"resultType\":\"complete\",\"tools\":%s}".formatted(tools));
        default -> handler.handle(request);
      }
    } catch (Exception failed) {
      exchange.close();
      throw new IOException(failed);
    }
  }

  URI uri() {
    return URI.create("http://localhost:%d/mcp".formatted(server.getAddress().getPort()));
  }

  McpServer server() {
    return McpServer.http("web", uri());
  }

  /// The next request of this method; others are skipped.
  Asked next(String method) throws InterruptedException {
    while (true) {
      var next = asked.take();
      if (next.method().equals(method)) {
        return next;
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
