package dev.drover.cli.mcp;

import dev.drover.cli.environment.CliEnvironment;
import dev.drover.kernel.value.Identity;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnector;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.spi.secret.SecretRedactor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/// Connects servers for a moment, to see whether they answer.
public final class McpServerCheck {
  private McpServerCheck() {}

  /// @param tools as the model would see their names
  public record Answer(McpServer server, McpStatus status, List<String> tools) {
    public Answer {
      tools = List.copyOf(tools);
    }

    public boolean isConnected() {
      return status.phase() == McpStatus.Phase.CONNECTED;
    }
  }

  /// Connects all of them at the same time.
  ///
  /// @param atMost the time for all of them; each also has its own limit
  public static List<Answer> run(
      ResolvedServers resolved, Path workspace, CliEnvironment host, Duration atMost) {
    var connector = ServiceLoader.load(McpConnector.class).findFirst().orElseThrow();
    var redactor = SecretRedactor.KNOWN_SHAPES.withValues(resolved.secrets());
    var client = new McpConnector.Client(Identity.NONE, workspace, host.time(), redactor, () -> {});
    var connections = new ArrayList<McpConnection>();
    try {
      resolved.servers().forEach(server -> connections.add(connector.open(server, client)));
      var answers = new ArrayList<Answer>();
      for (var connection : connections) {
        answers.add(answer(connection, atMost));
      }
      return answers;
    } finally {
      closeAll(connections);
    }
  }

  private static Answer answer(McpConnection connection, Duration atMost) {
    var server = connection.server();
    var limit = server.startTimeout().compareTo(atMost) < 0 ? server.startTimeout() : atMost;
    try {
      connection.awaitSettled(limit);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    var tools = connection.tools().tools().stream().map(McpConnection.ServerTool::tool).toList();
    return new Answer(
        server, connection.status(), tools.stream().map(tool -> tool.spec().name()).toList());
  }

  /// At the same time: a program may take seconds to end.
  private static void closeAll(List<McpConnection> connections) {
    var closing =
        connections.stream()
            .map(each -> Thread.ofPlatform().name("drover-mcp-close").start(each::close))
            .toList();
    for (var thread : closing) {
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
