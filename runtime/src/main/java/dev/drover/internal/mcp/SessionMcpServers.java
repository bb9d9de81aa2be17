package dev.drover.internal.mcp;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.handle.SessionReference;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.tool.SharedToolResources;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.McpServerNotFound;
import dev.drover.problem.RequestRefused.McpRequestFailed;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnection.Prompt;
import dev.drover.spi.mcp.McpConnection.Resource;
import dev.drover.spi.mcp.McpConnection.ResourceContent;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.tool.McpServers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Implements [McpServers].
public record SessionMcpServers(SessionReference session, McpServices services)
    implements McpServers {
  /// The services of sessions' servers.
  public record McpServices(
      AgentConnections connections,
      AgentRegistry agents,
      StoredSessionQueries queries,
      SharedToolResources resources) {}

  /// Closes the connections of a session together with it.
  private record SessionCleanup(SessionId session, AgentConnections connections)
      implements AutoCloseable {
    @Override
    public void close() {
      connections.close(session);
    }
  }

  private List<McpConnection> all() {
    session.requireOpen();
    var all = new ArrayList<>(services.connections().all(session.agent(), identity()));
    all.addAll(services.connections().sessions().all(session.id()));
    return all;
  }

  private Identity identity() {
    return services.queries().state(session.id()).profile().identity();
  }

  private McpConnection find(String server) {
    nonNull(server, "server");
    return all().stream()
        .filter(each -> each.server().name().equals(server))
        .findFirst()
        .orElseThrow(() -> new McpServerNotFound(session.id(), server));
  }

  @Override
  public Map<String, McpStatus> status() {
    return ServerTools.status(all());
  }

  @Override
  public McpStatus add(McpServer server) {
    nonNull(server, "server");
    boolean isTaken = all().stream().anyMatch(each -> each.server().name().equals(server.name()));
    var spec = Objects.requireNonNull(services.agents().find(session.agent()));
    services
        .resources()
        .of(
            session.id(),
            SessionCleanup.class,
            () -> new SessionCleanup(session.id(), services.connections()));
    if (isTaken
        || !services
            .connections()
            .sessions()
            .add(session.id(), server, spec.workspace(), identity())) {
      throw new ConfigurationInvalid(
          "mcp",
          "session %s has a server named '%s'".formatted(session.id(), server.name()),
          "Remove that one first, or use another name.");
    }
    return find(server.name()).status();
  }

  @Override
  public boolean remove(String server) {
    nonNull(server, "server");
    session.requireOpen();
    return services.connections().sessions().remove(session.id(), server);
  }

  @Override
  public boolean reconnect(String server) {
    nonNull(server, "server");
    var found = all().stream().filter(each -> each.server().name().equals(server)).toList();
    found.forEach(McpConnection::reconnect);
    return !found.isEmpty();
  }

  @Override
  public List<Prompt> prompts(String server) {
    return asked(find(server), McpConnection::prompts);
  }

  @Override
  public String prompt(String server, String name, Map<String, String> arguments) {
    nonNull(name, "name");
    nonNull(arguments, "arguments");
    return asked(find(server), connection -> connection.prompt(name, arguments));
  }

  @Override
  public List<Resource> resources(String server) {
    return asked(find(server), McpConnection::resources);
  }

  @Override
  public List<ResourceContent> read(String server, String uri) {
    nonNull(uri, "uri");
    return asked(find(server), connection -> connection.read(uri));
  }

  private interface ServerRequest<T> {
    T send(McpConnection connection) throws IOException, InterruptedException;
  }

  private static <T> T asked(McpConnection connection, ServerRequest<T> request) {
    var server = connection.server().name();
    try {
      return request.send(connection);
    } catch (IOException failed) {
      throw new McpRequestFailed(server, String.valueOf(failed.getMessage()), failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("an answer of the MCP server " + server);
    }
  }
}
