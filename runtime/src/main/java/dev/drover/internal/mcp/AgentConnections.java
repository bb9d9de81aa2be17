package dev.drover.internal.mcp;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentToolSet;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Problem;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnector;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.spi.mcp.McpTool;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.time.Time;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The connections of agents to their MCP servers. When the tools of a server change, the agent has
/// the new ones from its next run on; a run in progress keeps those that it started with.
///
/// A connection belongs to an agent and serves all its sessions. Safe for use by any thread.
public final class AgentConnections {
  private static final Logger LOG = LoggerFactory.getLogger(AgentConnections.class);

  /// The code of all warnings about servers.
  private static final String PROBLEM = "mcp_unavailable";

  private final AgentRegistry agents;
  private final Time time;
  private final SecretRedactor redactor;
  // Guarded by this.
  private final Map<String, List<McpConnection>> byAgent = new HashMap<>();
  private boolean isClosed;

  public AgentConnections(AgentRegistry agents, Time time, SecretRedactor redactor) {
    this.agents = agents;
    this.time = time;
    this.redactor = redactor;
  }

  /// Connects an agent with these servers and waits until each of them has answered, has failed, or
  /// has used up its time to start. Connections to servers that it no longer has are closed.
  ///
  /// @throws ConfigurationInvalid if no module can connect
  public void connect(String agent, List<McpServer> servers, Path workspace) {
    var left = new ArrayList<McpConnection>();
    var now = new ArrayList<McpConnection>();
    synchronized (this) {
      left.addAll(byAgent.getOrDefault(agent, List.of()));
      if (servers.isEmpty() && left.isEmpty()) {
        return;
      }
      for (var server : servers) {
        var known = left.stream().filter(each -> each.server().equals(server)).findFirst();
        known.ifPresent(left::remove);
        now.add(known.orElseGet(() -> open(agent, server, workspace)));
      }
      byAgent.put(agent, List.copyOf(now));
    }
    left.forEach(AgentConnections::close);
    now.forEach(AgentConnections::awaitSettled);
  }

  private McpConnection open(String agent, McpServer server, Path workspace) {
    return connector()
        .open(
            server,
            new McpConnector.Client(
                Identity.NONE, workspace, time, redactor, () -> refreshLater(agent)));
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

  private static void awaitSettled(McpConnection connection) {
    try {
      var server = connection.server();
      if (!connection.awaitSettled(server.startTimeout())) {
        LOG.warn("MCP server {} has not answered within {}", server.name(), server.startTimeout());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /// A connection may report a change while it holds a lock of its own.
  private void refreshLater(String agent) {
    Thread.ofVirtual().name("mcp-refresh").start(() -> refresh(agent));
  }

  /// Gives the agent the tools that its servers offer now.
  public void refresh(String agent) {
    List<McpConnection> connections;
    synchronized (this) {
      connections = isClosed ? List.of() : byAgent.getOrDefault(agent, List.of());
    }
    if (connections.isEmpty() || agents.find(agent) == null) {
      return;
    }
    agents.replaceTools(agent, own -> replaced(own, connections), problems(connections));
  }

  /// A tool that cannot be used is left out. It never shadows another one.
  private static AgentToolSet replaced(AgentToolSet own, List<McpConnection> connections) {
    var tools = own.without(tool -> tool instanceof PinnedTool);
    for (var connection : connections) {
      for (var tool : connection.tools().tools()) {
        tools = added(tools, connection.server(), tool);
      }
    }
    return tools;
  }

  private static AgentToolSet added(AgentToolSet tools, McpServer server, McpTool tool) {
    try {
      var pinned = PinnedTool.of(server, tool);
      if (tools.find(pinned.spec().name()).isPresent()) {
        LOG.warn(
            "MCP server {}: tool {} is left out, since there is another one with the name {}",
            server.name(),
            tool.name(),
            pinned.spec().name());
        return tools;
      }
      return tools.plus(pinned);
    } catch (RuntimeException unusable) {
      LOG.warn(
          "MCP server {}: tool {} is left out: {}",
          server.name(),
          tool.name(),
          unusable.getMessage());
      return tools;
    }
  }

  private static List<Problem> problems(List<McpConnection> connections) {
    var problems = new ArrayList<Problem>();
    for (var connection : connections) {
      var server = connection.server().name();
      var status = connection.status();
      if (status.phase() != McpStatus.Phase.CONNECTED) {
        problems.add(
            new Problem(
                PROBLEM,
                "An MCP server is not connected",
                "MCP server %s is %s: %s; its tools are missing"
                    .formatted(server, phase(status), status.detail()),
                "Correct its settings, or reconnect it."));
      }
      for (var missing : status.missing()) {
        problems.add(
            new Problem(
                PROBLEM,
                "An MCP tool is missing",
                "MCP server %s: tool %s cannot be used: %s"
                    .formatted(server, missing.name(), missing.why()),
                "The server has to change it."));
      }
    }
    return problems;
  }

  private static String phase(McpStatus status) {
    return switch (status.phase()) {
      case CONNECTING -> "still connecting";
      case CONNECTED -> "connected";
      case FAILED -> "not reachable";
      case CLOSED -> "closed";
    };
  }

  /// By the name of the server, in the order in which they were configured.
  public synchronized Map<String, McpStatus> status(String agent) {
    var all = new LinkedHashMap<String, McpStatus>();
    for (var connection : byAgent.getOrDefault(agent, List.of())) {
      all.put(connection.server().name(), connection.status());
    }
    return all;
  }

  /// @return false if the agent has no such server
  public boolean reconnect(String agent, String server) {
    List<McpConnection> found;
    synchronized (this) {
      found =
          byAgent.getOrDefault(agent, List.of()).stream()
              .filter(each -> each.server().name().equals(server))
              .toList();
    }
    found.forEach(McpConnection::reconnect);
    return !found.isEmpty();
  }

  /// Closes all connections.
  public void closeAll() {
    var all = new ArrayList<McpConnection>();
    synchronized (this) {
      isClosed = true;
      byAgent.values().forEach(all::addAll);
      byAgent.clear();
    }
    all.forEach(AgentConnections::close);
  }

  private static void close(McpConnection connection) {
    try {
      connection.close();
    } catch (RuntimeException broken) {
      LOG.warn("MCP server {} was not closed", connection.server().name(), broken);
    }
  }
}
