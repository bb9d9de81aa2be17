package dev.drover.internal.mcp;

import dev.drover.internal.concurrent.Uninterruptibly;
import dev.drover.kernel.value.Identity;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnector;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.time.Time;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open connections of a runtime. Agents and sessions that use the same server for the same
/// user share a connection; it is closed when the last of them has released it.
///
/// Safe for use by any thread.
final class ServerPool {
  private static final Logger LOG = LoggerFactory.getLogger(ServerPool.class);

  private final Time time;
  private final SecretRedactor redactor;
  // Guarded by this.
  private final Map<PoolKey, PooledServer> open = new HashMap<>();
  private boolean isClosed;

  /// @param caller nobody, if the server sees no difference between users
  private record PoolKey(McpServer server, Path workspace, Identity caller) {}

  ServerPool(Time time, SecretRedactor redactor) {
    this.time = time;
    this.redactor = redactor;
  }

  /// A connection and its holders. Belongs to the pool.
  static final class PooledServer {
    private final PoolKey key;
    private final List<ConnectionSet> holders = new CopyOnWriteArrayList<>();
    private final McpConnection connection;

    private PooledServer(PoolKey key, McpConnector connector, Time time, SecretRedactor redactor) {
      this.key = key;
      this.connection =
          connector.open(
              key.server(),
              new McpConnector.Client(
                  key.caller(), key.workspace(), time, redactor, this::changed));
    }

    McpConnection connection() {
      return connection;
    }

    private void changed() {
      holders.forEach(ConnectionSet::refreshLater);
    }
  }

  /// Whether requests to the server depend on the user.
  static boolean isPerUser(McpServer server) {
    return server.transport() instanceof McpServer.Transport.Http http
        && (!http.headers().equals(McpServer.HeaderSource.NONE) || http.authorization() != null);
  }

  /// Connects, unless there is a connection to share.
  ///
  /// @param holder reads the tools again whenever the connection may have changed
  /// @throws ConfigurationInvalid if no module can connect
  synchronized PooledServer acquire(
      McpServer server, Path workspace, Identity caller, ConnectionSet holder) {
    if (isClosed) {
      throw new IllegalStateException("the runtime is closed");
    }
    var key = new PoolKey(server, workspace, isPerUser(server) ? caller : Identity.NONE);
    var connector = connector();
    var pooled = open.computeIfAbsent(key, _ -> new PooledServer(key, connector, time, redactor));
    pooled.holders.add(holder);
    return pooled;
  }

  private static McpConnector connector() {
    return ServiceLoader.load(McpConnector.class)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationInvalid(
                    "mcp",
                    "no module that connects to MCP servers is on the class or module path",
                    "Add the dependency drover-mcp."));
  }

  /// Closes the connection if nobody else holds it.
  void release(PooledServer pooled, ConnectionSet holder) {
    synchronized (this) {
      pooled.holders.remove(holder);
      if (!pooled.holders.isEmpty() || !open.remove(pooled.key, pooled)) {
        return;
      }
    }
    close(pooled.connection);
  }

  /// Closes all connections, in parallel: each may take its time.
  void closeAll() {
    List<PooledServer> all;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(open.values());
      open.clear();
    }
    var closers = new ArrayList<Thread>(all.size());
    for (var pooled : all) {
      closers.add(Thread.ofVirtual().name("mcp-close").start(() -> close(pooled.connection)));
    }
    closers.forEach(Uninterruptibly::joinUninterruptibly);
  }

  private static void close(McpConnection connection) {
    try {
      connection.close();
    } catch (RuntimeException broken) {
      LOG.warn("MCP server {} was not closed", connection.server().name(), broken);
    }
  }
}
