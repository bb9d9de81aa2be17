package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.kernel.value.Problem;
import dev.drover.spi.mcp.McpStatus;
import dev.drover.tool.McpServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `/mcp`, and `/mcp reconnect NAME`.
final class McpSlashCommand implements SlashCommand {
  @Override
  public String name() {
    return "mcp";
  }

  @Override
  public String arguments() {
    return "[reconnect NAME]";
  }

  @Override
  public String help() {
    return "lists the MCP servers and whether they answer, or connects one again";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    var servers = call.session().mcp();
    var words = List.of(call.arguments().split("\\s+", -1));
    if (call.arguments().isEmpty()) {
      return new Done(listed(servers.status()));
    }
    return words.size() == 2 && words.getFirst().equals("reconnect")
        ? reconnected(servers, words.getLast())
        : failed(
            "argument_unexpected",
            "/mcp has no use for '%s'"
                .formatted(CommandExcerpt.of(call.arguments(), CommandExcerpt.SHORT)),
            "Say /mcp alone, or /mcp reconnect and the name of a server.");
  }

  private static String listed(Map<String, McpStatus> all) {
    if (all.isEmpty()) {
      return "There are no MCP servers.";
    }
    int width = all.keySet().stream().mapToInt(String::length).max().orElse(0);
    var lines = new ArrayList<String>();
    all.forEach(
        (name, status) -> {
          lines.add(CommandExcerpt.padded(name, width) + "  " + describe(status));
          for (var missing : status.missing()) {
            lines.add(
                "  %s is left out: %s"
                    .formatted(missing.name(), CommandExcerpt.firstLine(missing.why())));
          }
        });
    return String.join("\n", lines);
  }

  private static String describe(McpStatus status) {
    var why =
        status.detail().isEmpty() ? "" : ": " + status.detail().replaceAll("\\s+", " ").strip();
    return switch (status.phase()) {
      case CONNECTING -> "connecting" + why;
      case CONNECTED ->
          "connected (%s), %s"
              .formatted(status.protocol(), CommandExcerpt.count(status.tools(), "tool"));
      case FAILED -> "not reachable" + why;
      case CLOSED -> "closed" + why;
    };
  }

  private static Ended reconnected(McpServers servers, String name) {
    return servers.reconnect(name)
        ? new Done("%s is being connected again; /mcp shows how it went.".formatted(name))
        : failed(
            "mcp_not_found",
            "there is no MCP server '%s'".formatted(CommandExcerpt.of(name, CommandExcerpt.SHORT)),
            "/mcp lists them.");
  }

  private static Ended failed(String code, String detail, String remedy) {
    return new Failed(new Problem(code, "Wrong usage", detail, remedy));
  }
}
