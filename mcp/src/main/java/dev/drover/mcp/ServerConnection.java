package dev.drover.mcp;

import dev.drover.jsonrpc.RpcClosedException;
import dev.drover.jsonrpc.RpcError;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcTimeout;
import dev.drover.kernel.value.Identity;
import dev.drover.mcp.ConnectionSignals.Signal;
import dev.drover.mcp.oauth.OAuthAuthorizer;
import dev.drover.mcp.protocol.ServerLink;
import dev.drover.mcp.transport.HttpEndpoint;
import dev.drover.mcp.transport.HttpWire;
import dev.drover.mcp.transport.ServerRequest;
import dev.drover.mcp.transport.ServerWire;
import dev.drover.mcp.transport.StdioWire;
import dev.drover.mcp.transport.WireListener;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnector.Client;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpServer.Transport;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.spi.mcp.McpStatus.Phase;
import dev.drover.spi.text.VisibleMarks;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A connection to one server. One virtual thread connects, lists the tools, and does so again when
/// the connection is lost, the list has changed or its time is over. Calls are made by the threads
/// of the callers.
///
/// `status`, `list` and `link` are written by that thread only, and [#close] waits for its end.
final class ServerConnection implements McpConnection {
  private static final int MAX_ATTEMPTS = 6;
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration SHORTEST_TTL = Duration.ofSeconds(1);
  private static final int MAX_DETAIL = 4_000;

  private final McpServer server;
  private final Client client;
  private final AuthorizerSource authorizers;
  private final ConnectionSignals signals;
  private final LiveCalls liveCalls = new LiveCalls();
  private final CountDownLatch settled = new CountDownLatch(1);
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean mayInterrupt;
  private volatile McpStatus status = new McpStatus(Phase.CONNECTING, "", "", 0, List.of());
  private volatile ToolList list = ToolList.NONE;
  private volatile @Nullable ServerLink link;
  private volatile String lostBecause = "";
  private volatile boolean closed;

  /// The credentials of a user at a server.
  interface AuthorizerSource {
    OAuthAuthorizer of(Transport.Http server, Identity caller, Time time);
  }

  ServerConnection(McpServer server, Client client, AuthorizerSource authorizers) {
    this.server = server;
    this.client = client;
    this.authorizers = authorizers;
    this.signals = new ConnectionSignals(client.time());
    this.thread = Thread.ofVirtual().name("mcp-" + server.name()).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    int failures = 0;
    while (!closed) {
      var why = interruptible(this::live);
      if (why.isEmpty()) {
        failures = 0;
        continue;
      }
      failures = link == null ? failures + 1 : 1;
      drop();
      if (!closed) {
        fail(why, failures);
        settled.countDown();
        failures = awaitNextAttempt(failures);
      }
    }
    drop();
    settled.countDown();
  }

  /// An interrupt of [#close] reaches only this part: the end of the connection is cleaned up
  /// without one.
  private String interruptible(Supplier<String> part) {
    lock.lock();
    try {
      if (closed) {
        return "closed";
      }
      mayInterrupt = true;
    } finally {
      lock.unlock();
    }
    try {
      return part.get();
    } finally {
      lock.lock();
      try {
        mayInterrupt = false;
        Thread.interrupted();
      } finally {
        lock.unlock();
      }
    }
  }

  /// Connects, and stays until the connection is over.
  ///
  /// @return why; empty if another one is wanted at once
  private String live() {
    publish(new McpStatus(Phase.CONNECTING, status.detail(), "", 0, List.of()));
    try {
      var opened = ServerLink.open(this::openWire, server.startTimeout());
      link = opened;
      signals.drop(Signal.LOST);
      var ttl = refresh(opened);
      opened.listen();
      settled.countDown();
      return stay(opened, ttl);
    } catch (IOException | RpcException failed) {
      return String.valueOf(failed.getMessage());
    } catch (InterruptedException _) {
      return "interrupted";
    } catch (RuntimeException | LinkageError | StackOverflowError broken) {
      // A server must not be able to stop this thread, whatever it sends.
      return "the client failed: " + broken;
    }
  }

  private String stay(ServerLink opened, Duration firstTtl)
      throws IOException, RpcException, InterruptedException {
    var ttl = firstTtl;
    while (true) {
      signals.forgetTimers();
      if (ttl.isPositive()) {
        var wait = ttl.compareTo(SHORTEST_TTL) < 0 ? SHORTEST_TTL : ttl;
        signals.giveAfter(wait, Signal.TIME);
      }
      switch (signals.take()) {
        case CLOSED -> {
          return "closed";
        }
        case RECONNECT -> {
          drop();
          return "";
        }
        case LOST -> {
          return lostBecause;
        }
        case REFRESH, TIME -> ttl = refresh(opened);
      }
    }
  }

  private Duration refresh(ServerLink opened)
      throws IOException, RpcException, InterruptedException {
    var loaded = ToolCatalog.load(opened, this);
    if (!loaded.isSameAs(list)) {
      list = new ToolList(list.generation() + 1, loaded.tools());
    }
    publish(
        new McpStatus(
            Phase.CONNECTED, "", opened.version(), loaded.tools().size(), loaded.missing()));
    return loaded.ttl();
  }

  private int awaitNextAttempt(int failures) {
    signals.forgetTimers();
    if (failures < MAX_ATTEMPTS) {
      signals.giveAfter(FIRST_WAIT.multipliedBy(1L << (failures - 1)), Signal.TIME);
    }
    try {
      while (true) {
        switch (signals.take()) {
          case CLOSED, TIME -> {
            return failures;
          }
          case RECONNECT -> {
            return 0;
          }
          case LOST, REFRESH -> {
            // About the connection that is over.
          }
        }
      }
    } catch (InterruptedException _) {
      return failures;
    }
  }

  private void drop() {
    var old = link;
    link = null;
    if (old != null) {
      liveCalls.cancelAll();
      old.close();
    }
    if (!list.tools().isEmpty()) {
      list = new ToolList(list.generation() + 1, List.of());
    }
  }

  private void fail(String why, int failures) {
    var more =
        failures < MAX_ATTEMPTS ? "" : "; it was given up after %d attempts".formatted(failures);
    publish(new McpStatus(Phase.FAILED, clean(why) + more, "", 0, List.of()));
  }

  private String clean(String why) {
    var shown = VisibleMarks.of(client.redactor().redact(why));
    return shown.length() <= MAX_DETAIL ? shown : shown.substring(0, MAX_DETAIL) + "…";
  }

  private void publish(McpStatus next) {
    status = closed ? new McpStatus(Phase.CLOSED, "", "", 0, List.of()) : next;
    client.changed().run();
  }

  private ServerWire openWire() throws IOException {
    var listener = new Listener();
    return switch (server.transport()) {
      case Transport.Stdio stdio ->
          StdioWire.start(stdio, client.workspace(), listener, client.time());
      case Transport.Http http ->
          new HttpWire(
              new HttpEndpoint(http.uri(), McpClientConnector.httpClient()),
              authorizers.of(http, client.caller(), client.time()),
              listener,
              client.time());
    };
  }

  LiveCalls liveCalls() {
    return liveCalls;
  }

  Time time() {
    return client.time();
  }

  /// @return null while the server cannot be reached
  @Nullable ServerLink link() {
    return link;
  }

  /// A call has found the server gone.
  void suspect(ServerLink broken, String why) {
    if (broken.equals(link)) {
      lose(why);
    }
  }

  void refreshSoon() {
    signals.give(Signal.REFRESH);
  }

  private void lose(String why) {
    lostBecause = why.isEmpty() ? "the connection was lost" : why;
    signals.give(Signal.LOST);
  }

  @Override
  public McpServer server() {
    return server;
  }

  @Override
  public McpStatus status() {
    return status;
  }

  @Override
  public boolean awaitSettled(Duration limit) throws InterruptedException {
    return settled.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public ToolList tools() {
    return list;
  }

  private ServerLink connected() throws IOException {
    var current = link;
    if (current == null) {
      throw new IOException(
          "the MCP server %s is not connected: %s".formatted(server.name(), status.detail()));
    }
    return current;
  }

  RpcTimeout timeout() {
    return RpcTimeout.of(server.callTimeout());
  }

  @Override
  public List<Prompt> prompts() throws IOException, InterruptedException {
    var current = connected();
    return current.offers("prompts")
        ? ServerLists.prompts(items(current, "prompts/list", "prompts"))
        : List.of();
  }

  @Override
  public String prompt(String name, Map<String, String> arguments)
      throws IOException, InterruptedException {
    var params = RpcJson.object().put("name", name);
    arguments.forEach(params.putObject("arguments")::put);
    return ServerLists.promptText(ask("prompts/get", name, params));
  }

  @Override
  public boolean offersResources() {
    var current = link;
    return current != null && current.offers("resources");
  }

  @Override
  public List<Resource> resources() throws IOException, InterruptedException {
    var current = connected();
    return current.offers("resources")
        ? ServerLists.resources(items(current, "resources/list", "resources"))
        : List.of();
  }

  @Override
  public List<ResourceContent> read(String uri) throws IOException, InterruptedException {
    return ServerLists.contents(ask("resources/read", uri, RpcJson.object().put("uri", uri)));
  }

  private List<JsonNode> items(ServerLink current, String method, String field)
      throws IOException, InterruptedException {
    try {
      return current.list(method, field, timeout()).items();
    } catch (RpcException failed) {
      throw broken(current, method, failed);
    }
  }

  private JsonNode ask(String method, String name, tools.jackson.databind.node.ObjectNode params)
      throws IOException, InterruptedException {
    var current = connected();
    try {
      var headers = Map.of("Mcp-Name", ServerLists.header(name));
      var result = current.request(method, params, headers, timeout(), null);
      if (result.path("resultType").asString("complete").equals("input_required")) {
        throw new IOException(
            "%s asks a question before it answers %s; only tools may ask"
                .formatted(server.name(), method));
      }
      return result;
    } catch (RpcException failed) {
      throw broken(current, method, failed);
    }
  }

  private IOException broken(ServerLink current, String method, RpcException failed) {
    if (failed instanceof RpcClosedException) {
      suspect(current, String.valueOf(failed.getMessage()));
    }
    return new IOException(
        "the MCP server %s failed at %s: %s"
            .formatted(server.name(), method, clean(String.valueOf(failed.getMessage()))),
        failed);
  }

  @Override
  public void reconnect() {
    signals.give(Signal.RECONNECT);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      status = new McpStatus(Phase.CLOSED, "", "", 0, List.of());
      signals.give(Signal.CLOSED);
      if (mayInterrupt) {
        thread.interrupt();
      }
    } finally {
      lock.unlock();
    }
    client.changed().run();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    signals.forgetTimers();
  }

  private final class Listener implements WireListener {
    @Override
    public void notification(String method, JsonNode params) {
      switch (method) {
        case "notifications/tools/list_changed" -> refreshSoon();
        case "notifications/prompts/list_changed", "notifications/resources/list_changed" ->
            client.changed().run();
        default -> {
          // Messages for logs, and notifications of later versions.
        }
      }
    }

    @Override
    public JsonNode request(String method, JsonNode params, @Nullable ServerRequest during)
        throws RpcErrorException, InterruptedException {
      return switch (method) {
        case "ping" -> RpcJson.object();
        case "elicitation/create" ->
            liveCalls.ask(
                params, during != null && during.progress() instanceof LiveCall call ? call : null);
        default -> throw new RpcErrorException(RpcError.unknownMethod(method));
      };
    }

    @Override
    public void problem(String what) {
      // What a server sends beside the protocol concerns nobody, as long as it answers.
    }

    @Override
    public void lost(String why) {
      lose(why);
    }
  }
}
