package dev.drover.internal.mcp;

import dev.drover.internal.agent.AgentToolSet;
import dev.drover.internal.agent.ToolOverlay;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.spi.tool.AgentTool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The tools and the problems of connections, as an agent has them.
final class ServerTools {
  private static final Logger LOG = LoggerFactory.getLogger(ServerTools.class);

  /// The code of all warnings about servers.
  private static final String PROBLEM = "mcp_unavailable";

  private ServerTools() {}

  /// The tools of an agent with the current ones of its servers.
  static AgentToolSet replaced(AgentToolSet own, List<McpConnection> connections) {
    var rest = own.without(tool -> tool instanceof PinnedTool || tool instanceof ResourceTool);
    return added(rest, lists(connections), withResources(connections));
  }

  /// What connections add to the tools of others. They are read when this is called.
  static ToolOverlay overlay(List<McpConnection> connections) {
    var more = lists(connections);
    var withResources = withResources(connections);
    return new ToolOverlay(own -> added(own, more, withResources), problems(connections));
  }

  private static List<McpConnection> withResources(List<McpConnection> connections) {
    return connections.stream().filter(McpConnection::offersResources).toList();
  }

  /// A tool that cannot be used is left out. It never shadows another one. One tool reads the
  /// resources of all servers.
  private static AgentToolSet added(
      AgentToolSet tools, List<AgentTool> more, List<McpConnection> withResources) {
    if (withResources.isEmpty()) {
      return tools.plusUsable(more, ServerTools::leaveOut);
    }
    var readable = new ArrayList<McpConnection>();
    for (var tool : tools.all()) {
      if (tool instanceof ResourceTool(var known)) {
        readable.addAll(known);
      }
    }
    readable.addAll(withResources);
    var all = new ArrayList<>(more);
    all.add(new ResourceTool(readable));
    return tools
        .without(tool -> tool instanceof ResourceTool)
        .plusUsable(all, ServerTools::leaveOut);
  }

  private static List<AgentTool> lists(List<McpConnection> connections) {
    var all = new ArrayList<AgentTool>();
    for (var connection : connections) {
      for (var tool : connection.tools().tools()) {
        pin(connection.server(), tool, all);
      }
    }
    return all;
  }

  private static void pin(McpServer server, ServerTool tool, List<AgentTool> all) {
    try {
      all.add(PinnedTool.of(server, tool));
    } catch (RuntimeException unusable) {
      LOG.warn(
          "MCP server {}: tool {} is left out: {}",
          server.name(),
          tool.name(),
          unusable.getMessage());
    }
  }

  private static void leaveOut(AgentTool tool, String why) {
    if (tool instanceof PinnedTool(var server, var pinned, var spec)) {
      LOG.warn(
          "MCP server {}: tool {} is left out as {}: {}",
          server.name(),
          pinned.name(),
          spec.name(),
          why);
    }
  }

  static List<Problem> problems(List<McpConnection> connections) {
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

  /// By the name of the server, in order.
  static Map<String, McpStatus> status(List<McpConnection> connections) {
    var all = new LinkedHashMap<String, McpStatus>();
    connections.forEach(each -> all.put(each.server().name(), each.status()));
    return all;
  }
}
