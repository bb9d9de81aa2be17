package dev.drover.internal.mcp;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentUser;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The connections to servers whose requests depend on the user. Those of the users that were
/// active last stay open; an older user is connected again when a session needs it.
///
/// Safe for use by any thread.
final class UserConnections {
  /// More users than are active at the same time in most programs; each costs a few streams.
  static final int MOST_USERS = 256;

  private final AgentRegistry agents;
  private final ServerPool pool;
  // Guarded by itself, in the order in which they were used.
  private final LinkedHashMap<AgentUser, UserServers> open = new LinkedHashMap<>(16, 0.75f, true);

  /// The connections of one user, and whether the agent has their tools.
  private static final class UserServers {
    private final ConnectionSet connections;
    private volatile boolean isRead;

    UserServers(ConnectionSet connections) {
      this.connections = connections;
    }
  }

  UserConnections(AgentRegistry agents, ServerPool pool) {
    this.agents = agents;
    this.pool = pool;
  }

  /// Connects if necessary, and waits until the agent has the tools.
  List<McpConnection> connected(AgentUser user, List<McpServer> servers, Path workspace) {
    UserServers found;
    Map.@Nullable Entry<AgentUser, UserServers> oldest = null;
    synchronized (open) {
      found = open.get(user);
      if (found == null) {
        var set = new ConnectionSet(pool, workspace, user.identity(), () -> refresh(user));
        found = new UserServers(set);
        open.put(user, found);
        oldest = open.size() > MOST_USERS ? open.pollFirstEntry() : null;
        set.connect(servers);
      }
    }
    if (oldest != null) {
      close(oldest.getKey(), oldest.getValue());
    }
    if (!found.isRead) {
      found.connections.awaitSettled();
      refresh(user);
    }
    return found.connections.all();
  }

  boolean isReady(AgentUser user) {
    synchronized (open) {
      var found = open.get(user);
      return found != null && found.isRead;
    }
  }

  private void refresh(AgentUser user) {
    UserServers found;
    synchronized (open) {
      found = open.get(user);
    }
    if (found == null) {
      return;
    }
    // In order, so that an older list never replaces a newer one.
    synchronized (found) {
      var isSettled = found.connections.isSettled();
      agents.replaceTools(user, ServerTools.overlay(found.connections.all()));
      found.isRead = found.isRead || isSettled;
    }
  }

  /// The agent has other servers: those that it keeps stay connected.
  void replace(String agent, List<McpServer> servers, Path workspace) {
    var known = new ArrayList<Map.Entry<AgentUser, UserServers>>();
    synchronized (open) {
      open.forEach(
          (user, mine) -> {
            if (user.agent().equals(agent)) {
              known.add(Map.entry(user, mine));
            }
          });
    }
    for (var each : known) {
      var connections = each.getValue().connections;
      if (servers.isEmpty() || !connections.workspace().equals(workspace)) {
        synchronized (open) {
          open.remove(each.getKey(), each.getValue());
        }
        close(each.getKey(), each.getValue());
      } else {
        connections.connect(servers);
        each.getValue().isRead = false;
      }
    }
  }

  private void close(AgentUser user, UserServers servers) {
    servers.connections.close();
    agents.replaceTools(user, null);
  }
}
