package dev.drover.internal.mcp;

import dev.drover.kernel.value.Identity;
import dev.drover.spi.Bytes;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpConnector;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/// Connects to servers that tests describe by name. Loaded as a service, so they are static.
public final class FakeConnector implements McpConnector {
  static final Map<String, FakeServer> SERVERS = new ConcurrentHashMap<>();

  /// The users of the connections that were opened, by the name of the server.
  static final Map<String, List<Identity>> OPENED = new ConcurrentHashMap<>();

  /// The connections of each user, for servers that differ between users.
  static final Map<String, Function<Identity, FakeServer>> PER_USER = new ConcurrentHashMap<>();

  /// A server whose tools a test changes.
  static final class FakeServer implements McpConnection {
    private volatile McpServer server;
    private volatile List<ServerTool> tools = List.of();
    private volatile McpStatus.Phase phase = McpStatus.Phase.CONNECTED;
    private final AtomicLong generation = new AtomicLong();
    private volatile Runnable changed = () -> {};
    private volatile boolean isBroken;
    private volatile Map<String, String> resources = Map.of();
    private volatile CountDownLatch settled = new CountDownLatch(0);

    FakeServer(McpServer server) {
      this.server = server;
    }

    void offer(ServerTool... offered) {
      tools = List.of(offered);
      generation.incrementAndGet();
      changed.run();
    }

    void fail() {
      phase = McpStatus.Phase.FAILED;
      changed.run();
    }

    /// Every request fails from now on.
    void refuse() {
      isBroken = true;
    }

    /// @param texts by their addresses
    void offerResources(Map<String, String> texts) {
      resources = new TreeMap<>(texts);
      changed.run();
    }

    /// The first attempt to connect lasts until the latch is open.
    void settleAfter(CountDownLatch latch) {
      settled = latch;
    }

    private void require() throws IOException {
      if (isBroken) {
        throw new IOException("it is broken");
      }
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
    public boolean awaitSettled(Duration limit) throws InterruptedException {
      return settled.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public ToolList tools() {
      return phase == McpStatus.Phase.CONNECTED
          ? new ToolList(generation.get(), tools)
          : ToolList.NONE;
    }

    @Override
    public List<Prompt> prompts() throws IOException {
      require();
      return List.of(
          new Prompt("greet", "Greets.", List.of(new PromptArgument("whom", "a name", true))));
    }

    @Override
    public String prompt(String name, Map<String, String> arguments) throws IOException {
      require();
      return name + " " + arguments.get("whom");
    }

    @Override
    public boolean offersResources() {
      return !resources.isEmpty();
    }

    @Override
    public List<Resource> resources() throws IOException {
      require();
      return resources.keySet().stream()
          .map(uri -> new Resource(uri, uri.substring(uri.lastIndexOf('/') + 1), "", "text/plain"))
          .toList();
    }

    @Override
    public List<ResourceContent> read(String uri) throws IOException {
      require();
      var text = resources.get(uri);
      if (text == null) {
        throw new IOException("no such resource");
      }
      return List.of(new ResourceContent(uri, "text/plain", Bytes.of(text)));
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
    PER_USER.remove(name);
    OPENED.remove(name);
    return server;
  }

  /// A server that differs between users, with an offer for each of them.
  static McpServer perUser(String name, Function<Identity, FakeServer> connection) {
    PER_USER.put(name, connection);
    return McpServer.of(
        name,
        new McpServer.Transport.Http(
            URI.create("https://bank.example/mcp"),
            caller -> Map.of("X-Tenant", caller.tenant()),
            null));
  }

  /// The users of the connections to this server, in order.
  static List<Identity> opened(String server) {
    return List.copyOf(OPENED.getOrDefault(server, List.of()));
  }

  @Override
  public McpConnection open(McpServer server, Client client) {
    OPENED.computeIfAbsent(server.name(), _ -> new CopyOnWriteArrayList<>()).add(client.caller());
    var perUser = PER_USER.get(server.name());
    var known =
        perUser == null
            ? SERVERS.getOrDefault(server.name(), new FakeServer(server))
            : perUser.apply(client.caller());
    known.server = server;
    known.phase = known.phase == McpStatus.Phase.CLOSED ? McpStatus.Phase.CONNECTED : known.phase;
    known.changed = client.changed();
    return known;
  }
}
