package dev.drover.internal.mcp;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// The connections to servers that were added to one session, until it is closed.
///
/// Safe for use by any thread.
final class SessionConnections {
  private final AgentRegistry agents;
  private final ServerPool pool;
  private final ConcurrentHashMap<SessionId, ConnectionSet> open = new ConcurrentHashMap<>();

  SessionConnections(AgentRegistry agents, ServerPool pool) {
    this.agents = agents;
    this.pool = pool;
  }

  List<McpConnection> all(SessionId session) {
    var connections = open.get(session);
    return connections == null ? List.of() : connections.all();
  }

  /// Connects, and waits until the server has answered, has failed, or has used up its time.
  ///
  /// @return false if the session has a server of this name
  boolean add(SessionId session, McpServer server, Path workspace, Identity identity) {
    var connections =
        open.computeIfAbsent(
            session, _ -> new ConnectionSet(pool, workspace, identity, () -> refresh(session)));
    if (!connections.add(server)) {
      return false;
    }
    connections.awaitSettled();
    refresh(session);
    return true;
  }

  /// @return false if no such server was added
  boolean remove(SessionId session, String server) {
    var connections = open.get(session);
    if (connections == null || !connections.remove(server)) {
      return false;
    }
    refresh(session);
    return true;
  }

  private void refresh(SessionId session) {
    var connections = open.get(session);
    if (connections == null) {
      return;
    }
    // In order, so that an older list never replaces a newer one.
    synchronized (connections) {
      var all = connections.all();
      agents.replaceTools(session, all.isEmpty() ? null : ServerTools.overlay(all));
    }
  }

  void close(SessionId session) {
    var connections = open.remove(session);
    if (connections != null) {
      connections.close();
      agents.replaceTools(session, null);
    }
  }
}
