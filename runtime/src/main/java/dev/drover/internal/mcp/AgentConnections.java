package dev.drover.internal.mcp;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentUser;
import dev.drover.internal.agent.UserToolSource;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.time.Time;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The connections of agents to their MCP servers. When the tools of a server change, the agent has
/// the new ones from its next run on; a run in progress keeps those that it started with.
///
/// A server whose requests depend on the user has a connection for each user, made when a session
/// of the user needs it. All other servers have one connection for all sessions of the agent. A
/// session may have connections of its own.
///
/// Safe for use by any thread.
public final class AgentConnections implements UserToolSource {
  private final AgentRegistry agents;
  private final List<McpServer> ofAllAgents;
  private final ServerPool pool;
  private final UserConnections users;
  private final SessionConnections sessions;
  // Guarded by itself.
  private final Map<String, AgentServers> byAgent = new HashMap<>();
  // Most runtimes have no such server: then each step of a run reads only this.
  private volatile boolean hasPerUser;

  /// @param shared the connections that all users of the agent have
  /// @param perUser the servers whose requests depend on the user
  private record AgentServers(ConnectionSet shared, List<McpServer> perUser) {}

  /// @param ofAllAgents the servers that each agent has, unless it has one of the same name
  public AgentConnections(
      AgentRegistry agents, List<McpServer> ofAllAgents, Time time, SecretRedactor redactor) {
    this.agents = agents;
    this.ofAllAgents = List.copyOf(ofAllAgents);
    this.pool = new ServerPool(time, redactor);
    this.users = new UserConnections(agents, pool);
    this.sessions = new SessionConnections(agents, pool);
  }

  /// Connects an agent with these servers and those of all agents, and waits until each of them has
  /// answered, has failed, or has used up its time to start. Connections to servers that it no
  /// longer has are closed.
  ///
  /// @throws ConfigurationInvalid if no module can connect
  public void connect(String agent, List<McpServer> own, Path workspace) {
    var servers = merged(own);
    var shared = servers.stream().filter(each -> !ServerPool.isPerUser(each)).toList();
    var perUser = servers.stream().filter(ServerPool::isPerUser).toList();
    ConnectionSet connections;
    AgentServers before;
    synchronized (byAgent) {
      before = byAgent.get(agent);
      if (servers.isEmpty() && before == null) {
        return;
      }
      connections =
          before != null && before.shared().workspace().equals(workspace)
              ? before.shared()
              : new ConnectionSet(pool, workspace, Identity.NONE, () -> refresh(agent));
      byAgent.put(agent, new AgentServers(connections, perUser));
      hasPerUser = hasPerUser || !perUser.isEmpty();
    }
    connections.connect(shared);
    if (before != null && before.shared() != connections) {
      before.shared().close();
    }
    users.replace(agent, perUser, workspace);
    connections.awaitSettled();
  }

  /// The servers of an agent are more specific than those of all agents.
  private List<McpServer> merged(List<McpServer> own) {
    var byName = new LinkedHashMap<String, McpServer>();
    ofAllAgents.forEach(each -> byName.put(each.name(), each));
    own.forEach(each -> byName.put(each.name(), each));
    return List.copyOf(byName.values());
  }

  /// Gives the agent the tools that its servers offer now.
  public void refresh(String agent) {
    AgentServers servers;
    synchronized (byAgent) {
      servers = byAgent.get(agent);
    }
    if (servers != null && agents.find(agent) != null) {
      var connections = servers.shared().all();
      agents.replaceTools(
          agent, own -> ServerTools.replaced(own, connections), ServerTools.problems(connections));
    }
  }

  @Override
  public boolean isPerUser(String agent) {
    return hasPerUser && !perUser(AgentUser.of(agent, Identity.NONE).agent()).isEmpty();
  }

  @Override
  public void await(String agent, Identity identity) {
    ofUser(AgentUser.of(agent, identity));
  }

  @Override
  public boolean isReady(String agent, Identity identity, Runnable whenReady) {
    if (!isPerUser(agent)) {
      return true;
    }
    var user = AgentUser.of(agent, identity);
    if (users.isReady(user)) {
      return true;
    }
    Thread.ofVirtual()
        .name("mcp-user")
        .start(
            () -> {
              ofUser(user);
              whenReady.run();
            });
    return false;
  }

  private List<McpServer> perUser(String agent) {
    synchronized (byAgent) {
      var servers = byAgent.get(agent);
      return servers == null ? List.of() : servers.perUser();
    }
  }

  /// The connections that only this user has. Connects if necessary, and waits.
  private List<McpConnection> ofUser(AgentUser user) {
    AgentServers servers;
    synchronized (byAgent) {
      servers = byAgent.get(user.agent());
    }
    return servers == null || servers.perUser().isEmpty()
        ? List.of()
        : users.connected(user, servers.perUser(), servers.shared().workspace());
  }

  /// The connections of an agent for one user, in the order of their servers' kinds. Connects those
  /// that only this user has, if necessary.
  List<McpConnection> all(String agent, Identity identity) {
    var user = AgentUser.of(agent, identity);
    var all = new ArrayList<McpConnection>();
    synchronized (byAgent) {
      var servers = byAgent.get(user.agent());
      if (servers != null) {
        all.addAll(servers.shared().all());
      }
    }
    all.addAll(ofUser(user));
    return all;
  }

  SessionConnections sessions() {
    return sessions;
  }

  /// By the name of the server.
  public Map<String, McpStatus> status(String agent, Identity identity) {
    return ServerTools.status(all(agent, identity));
  }

  /// @return false if the agent has no such server
  public boolean reconnect(String agent, Identity identity, String server) {
    var found =
        all(agent, identity).stream().filter(each -> each.server().name().equals(server)).toList();
    found.forEach(McpConnection::reconnect);
    return !found.isEmpty();
  }

  /// Closes the connections that only this session has.
  void close(SessionId session) {
    sessions.close(session);
  }

  /// Closes all connections.
  public void closeAll() {
    synchronized (byAgent) {
      byAgent.clear();
    }
    pool.closeAll();
  }
}
