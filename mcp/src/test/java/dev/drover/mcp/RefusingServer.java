package dev.drover.mcp;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/// A server on loopback that answers everything with one status.
final class RefusingServer implements AutoCloseable {
  private final HttpServer server;

  RefusingServer(int status) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  URI uri() {
    return URI.create("http://localhost:%d/".formatted(server.getAddress().getPort()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
