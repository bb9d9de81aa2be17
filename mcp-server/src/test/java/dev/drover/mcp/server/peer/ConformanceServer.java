package dev.drover.mcp.server.peer;

import dev.drover.mcp.server.agent.ConformanceFeatures;
import dev.drover.mcp.server.agent.RequestStateSeal;
import dev.drover.mcp.server.http.McpHttpHandler;
import dev.drover.mcp.server.protocol.McpDispatcher;
import dev.drover.server.HttpLimits;
import dev.drover.server.HttpListener;
import dev.drover.server.OriginGuard;
import dev.drover.spi.Bytes;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// The fixture on a port.
final class ConformanceServer {
  private ConformanceServer() {}

  static HttpListener start(int port) throws IOException {
    var seal = new RequestStateSeal(Bytes.of("k".repeat(32)), Duration.ofMinutes(5), Time.system());
    var counter = new AtomicLong();
    var handler =
        new McpHttpHandler(
            new McpDispatcher(new ConformanceFeatures(seal)),
            new McpHttpHandler.Setup(
                "/mcp",
                100,
                Duration.ofSeconds(5),
                Duration.ofSeconds(20),
                () -> seal.secretName("c" + counter.incrementAndGet())));
    return HttpListener.onLoopback(
        port, new OriginGuard(OriginGuard.LOOPBACK, Set.of(), handler), HttpLimits.DEFAULT);
  }

  /// For trying out by hand.
  static void main(String[] args) throws Exception {
    try (var _ = start(Integer.parseInt(args[0]))) {
      Thread.currentThread().join();
    }
  }
}
