package dev.drover.internal.mcp;

import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnector;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.spi.mcp.McpTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Connects to servers that tests describe by name. Loaded as a service, so they are static.
public final class FakeConnector implements McpConnector {
  static final Map<String, FakeServer> SERVERS = new ConcurrentHashMap<>();

  /// A server whose tools a test changes.
  static final class FakeServer implements McpConnection {
    private final McpServer server;
    private volatile List<McpTool> tools = List.of();
    private volatile McpStatus.Phase phase = McpStatus.Phase.CONNECTED;
    private final AtomicLong generation = new AtomicLong();
    private volatile Runnable changed = () -> {};

    FakeServer(McpServer server) {
      this.server = server;
    }

    void offer(McpTool... offered) {
      tools = List.of(offered);
      generation.incrementAndGet();
      changed.run();
    }

    void fail() {
      phase = McpStatus.Phase.FAILED;
      tools = List.of();
    }

    @Override
    public McpServer server() {
      return server;
    }

    @Override
    public McpStatus status() {
      return new McpStatus(
          phase,
          phase == McpStatus.Phase.FAILED ? "exit code 1" : "",
          "2026-07-28",
          tools.size(),
          List.of());
    }

    @Override
    public boolean awaitSettled(Duration limit) {
      return true;
    }

    @Override
    public ToolList tools() {
      return new ToolList(generation.get(), tools);
    }

    @Override
    public List<Prompt> prompts() {
      return List.of();
    }

    @Override
    public String prompt(String name, Map<String, String> arguments) {
      return "";
    }

    @Override
    public List<Resource> resources() {
      return List.of();
    }

    @Override
    public List<ResourceContent> read(String uri) {
      return List.of();
    }

    @Override
    public void reconnect() {
      phase = McpStatus.Phase.CONNECTED;
      changed.run();
    }

    @Override
    public void close() {
      phase = McpStatus.Phase.CLOSED;
    }
  }

  static FakeServer server(String name) {
    var server = new FakeServer(McpServer.stdio(name, "unused"));
    SERVERS.put(name, server);
    return server;
  }

  @Override
  public McpConnection open(McpServer server, Client client) {
    var known = SERVERS.getOrDefault(server.name(), new FakeServer(server));
    known.changed = client.changed();
    return known;
  }
}
