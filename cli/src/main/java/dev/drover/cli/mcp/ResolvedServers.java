package dev.drover.cli.mcp;

import dev.drover.cli.config.ConfiguredServer;
import dev.drover.cli.config.ConfiguredServers;
import dev.drover.cli.config.McpServerSettings;
import dev.drover.cli.config.SettingsReader;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpServer.Transport;
import dev.drover.spi.secret.SecretRedactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The servers that are used, with the values of their variables. A server that cannot be used is a
/// problem and nothing else.
///
/// @param problems one for each server that is not used
/// @param secrets values that must never be written
public record ResolvedServers(
    List<McpServer> servers, List<Problem> problems, List<String> secrets) {
  public ResolvedServers {
    servers = List.copyOf(servers);
    problems = List.copyOf(problems);
    secrets = List.copyOf(secrets);
  }

  public static ResolvedServers of(ConfiguredServers configured, CliEnvironment host) {
    var servers = new ArrayList<McpServer>();
    var problems = new ArrayList<>(unused(configured));
    var secrets = new ArrayList<String>();
    for (var server : configured.all()) {
      var settings = server.settings();
      if (settings != null && server.isUsed()) {
        try {
          servers.add(new McpServerFactory(settings, host, secrets).create());
        } catch (CliRefusal refused) {
          problems.add(refused.problem());
        }
      }
    }
    return new ResolvedServers(servers, problems, secrets);
  }

  /// Adds the servers of another program, such as an editor. One that has the name of a configured
  /// server is left out.
  public ResolvedServers with(List<McpServer> more) {
    var all = new ArrayList<>(servers);
    var why = new ArrayList<>(problems);
    var values = new ArrayList<>(secrets);
    for (var server : more) {
      if (all.stream().anyMatch(known -> known.name().equals(server.name()))) {
        why.add(
            new Problem(
                "mcp_hidden",
                "Two MCP servers have one name",
                "the MCP server %s of the editor is not connected: one of your own has this name"
                    .formatted(server.name()),
                "Rename one of them."));
      } else {
        all.add(server);
        values.addAll(secretsOf(server));
      }
    }
    return new ResolvedServers(all, why, values);
  }

  /// Values of headers, and of variables whose names indicate a secret.
  private static List<String> secretsOf(McpServer server) {
    var values =
        switch (server.transport()) {
          case Transport.Stdio(_, var environment, _) ->
              environment.entrySet().stream()
                  .filter(each -> SettingsReader.isSecretName(each.getKey()))
                  .map(Map.Entry::getValue)
                  .toList();
          case Transport.Http http -> headers(http);
        };
    return values.stream()
        .filter(value -> value.length() >= SecretRedactor.SHORTEST_VALUE)
        .toList();
  }

  private static List<String> headers(Transport.Http http) {
    try {
      return List.copyOf(http.headers().headers(Identity.NONE).values());
    } catch (Exception none) {
      return List.of();
    }
  }

  /// One server, whether or not it is used.
  ///
  /// @throws CliRefusal if a value is missing
  public static ResolvedServers of(McpServerSettings settings, CliEnvironment host) {
    var secrets = new ArrayList<String>();
    return new ResolvedServers(
        List.of(new McpServerFactory(settings, host, secrets).create()), List.of(), secrets);
  }

  /// Why servers are not used, as far as the files say so.
  public static List<Problem> unused(ConfiguredServers configured) {
    var problems = new ArrayList<>(configured.problems());
    configured.all().forEach(server -> notUsed(server).ifPresent(problems::add));
    return problems;
  }

  private static Optional<Problem> notUsed(ConfiguredServer server) {
    return switch (server.status()) {
      case OWN, APPROVED, HIDDEN -> Optional.empty();
      case INVALID -> Optional.ofNullable(server.problem());
      case PENDING ->
          Optional.of(pending(server, "names the MCP server %s, which nobody has approved"));
      case CHANGED ->
          Optional.of(pending(server, "has changed the MCP server %s since it was approved"));
    };
  }

  private static Problem pending(ConfiguredServer server, String what) {
    return new Problem(
        "mcp_pending",
        "An MCP server waits for approval",
        (server.source().file() + " " + what + "; it is not started").formatted(server.name()),
        "See it with 'drover mcp list', and approve it with 'drover mcp approve %s'."
            .formatted(server.name()));
  }
}
