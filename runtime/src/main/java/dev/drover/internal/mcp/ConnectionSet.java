package dev.drover.internal.mcp;

import dev.drover.internal.mcp.ServerPool.PooledServer;
import dev.drover.kernel.value.Identity;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The connections of one agent, user or session, in the order in which they were configured.
///
/// Safe for use by any thread.
final class ConnectionSet {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionSet.class);

  private final ServerPool pool;
  private final Path workspace;
  private final Identity caller;
  private final Runnable refresh;
  private final AtomicBoolean isRefreshWanted = new AtomicBoolean();
  // Replaced under the lock of this.
  private volatile List<PooledServer> pooled = List.of();
  private boolean isClosed;

  /// @param refresh reads the tools of the connections again
  ConnectionSet(ServerPool pool, Path workspace, Identity caller, Runnable refresh) {
    this.pool = pool;
    this.workspace = workspace;
    this.caller = caller;
    this.refresh = refresh;
  }

  Path workspace() {
    return workspace;
  }

  /// A connection may report a change while it holds a lock of its own, and many in a row.
  void refreshLater() {
    if (isRefreshWanted.compareAndSet(false, true)) {
      Thread.ofVirtual()
          .name("mcp-refresh")
          .start(
              () -> {
                isRefreshWanted.set(false);
                refresh.run();
              });
    }
  }

  /// Connects with these servers and no others. Connections that stay are not touched.
  void connect(List<McpServer> servers) {
    var left = new ArrayList<PooledServer>();
    synchronized (this) {
      left.addAll(pooled);
      var now = new ArrayList<PooledServer>();
      for (var server : isClosed ? List.<McpServer>of() : servers) {
        var known = left.stream().filter(each -> isFor(each, server)).findFirst();
        known.ifPresent(left::remove);
        now.add(known.orElseGet(() -> pool.acquire(server, workspace, caller, this)));
      }
      pooled = List.copyOf(now);
    }
    left.forEach(each -> pool.release(each, this));
  }

  private static boolean isFor(PooledServer pooled, McpServer server) {
    return pooled.connection().server().equals(server);
  }

  /// @return false if there is a server with this name
  synchronized boolean add(McpServer server) {
    if (find(server.name()).isPresent()) {
      return false;
    }
    var servers = new ArrayList<>(servers());
    servers.add(server);
    connect(servers);
    return true;
  }

  /// @return false if there is no such server
  boolean remove(String name) {
    var servers = servers();
    var rest = servers.stream().filter(each -> !each.name().equals(name)).toList();
    connect(rest);
    return rest.size() < servers.size();
  }

  private List<McpServer> servers() {
    return all().stream().map(McpConnection::server).toList();
  }

  List<McpConnection> all() {
    return pooled.stream().map(PooledServer::connection).toList();
  }

  Optional<McpConnection> find(String name) {
    return all().stream().filter(each -> each.server().name().equals(name)).findFirst();
  }

  /// Waits until each server has answered, has failed, or has used up its time to start.
  void awaitSettled() {
    for (var connection : all()) {
      var limit = connection.server().startTimeout();
      if (!isSettled(connection, limit)) {
        LOG.warn("MCP server {} has not answered within {}", connection.server().name(), limit);
      }
    }
  }

  /// Whether [#awaitSettled] would return at once.
  boolean isSettled() {
    return all().stream().allMatch(each -> isSettled(each, Duration.ZERO));
  }

  private static boolean isSettled(McpConnection connection, Duration limit) {
    try {
      return connection.awaitSettled(limit);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void close() {
    synchronized (this) {
      isClosed = true;
    }
    connect(List.of());
  }
}
