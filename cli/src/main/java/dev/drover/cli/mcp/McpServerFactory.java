package dev.drover.cli.mcp;

import dev.drover.cli.config.McpServerSettings;
import dev.drover.cli.config.McpServerSettings.Reach;
import dev.drover.cli.config.VariableTemplate;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.provider.SecretCommand;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpServer.Transport;
import dev.drover.spi.secret.SecretRedactor;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Fills in the values of the variables of one server.
final class McpServerFactory {
  private final McpServerSettings settings;
  private final CliEnvironment host;
  private final List<String> secrets;
  private final Map<String, String> printed = new HashMap<>();
  private final List<String> missing = new ArrayList<>();

  /// @param secrets receives the values that must never be written
  McpServerFactory(McpServerSettings settings, CliEnvironment host, List<String> secrets) {
    this.settings = settings;
    this.host = host;
    this.secrets = secrets;
  }

  /// @throws CliRefusal if a value is missing
  McpServer create() {
    settings.secrets().forEach(this::print);
    var limits = settings.limits();
    return new McpServer(
        settings.name(),
        transport(),
        limits.start(),
        limits.call(),
        limits.isTrusted() ? McpServer.Trust.TRUSTED : McpServer.Trust.UNTRUSTED);
  }

  private void print(String name, List<String> words) {
    var setting = "secret %s of the MCP server %s".formatted(name, settings.name());
    var value = new SecretCommand(setting, words).run(host);
    printed.put(name, value);
    keepSecret(value);
  }

  private Transport transport() {
    return switch (settings.reach()) {
      case Reach.Program(var command, var environment) -> {
        var words = command.stream().map(this::fill).toList();
        var variables = filled(environment);
        requireAll();
        yield new Transport.Stdio(words, variables, null);
      }
      case Reach.Address(var url, var headers) -> {
        var address = fill(url);
        var values = filled(headers);
        requireAll();
        headers.values().stream()
            .flatMap(text -> VariableTemplate.names(text).stream())
            .flatMap(name -> value(name).stream())
            .forEach(this::keepSecret);
        yield new Transport.Http(address(address), _ -> values, null);
      }
    };
  }

  private URI address(String text) {
    try {
      return new Transport.Http(URI.create(text), McpServer.HeaderSource.NONE, null).uri();
    } catch (IllegalArgumentException malformed) {
      throw CliRefusal.failed(
          "mcp_address_malformed",
          "the MCP server %s is not used: its url is no address once its variables are filled in"
              .formatted(settings.name()),
          "Correct the variables.");
    }
  }

  private Map<String, String> filled(Map<String, String> templates) {
    var values = new LinkedHashMap<String, String>();
    templates.forEach((name, text) -> values.put(name, fill(text)));
    return values;
  }

  private String fill(String text) {
    return VariableTemplate.fill(text, this::value, missing);
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(printed.get(name))
        .or(() -> Optional.ofNullable(host.environment().get(name)));
  }

  private void keepSecret(String value) {
    if (value.length() >= SecretRedactor.SHORTEST_VALUE) {
      secrets.add(value);
    }
  }

  private void requireAll() {
    if (!missing.isEmpty()) {
      throw CliRefusal.failed(
          "mcp_variable_missing",
          "the MCP server %s is not used: the variable %s is not set"
              .formatted(settings.name(), String.join(", ", missing.stream().distinct().toList())),
          "Set it in the environment of drover.");
    }
  }
}
