package dev.drover.cli.mcp;

import dev.drover.Session;
import dev.drover.commands.SlashCommands;
import dev.drover.problem.DroverException;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpStatus;
import java.util.Locale;

/// The prompts of connected servers as slash commands: `/mcp__server__prompt words`.
public final class ServerPrompts {
  private ServerPrompts() {}

  /// Asks the servers of a session for their prompts. A server that does not answer has none.
  ///
  /// @param own commands that no prompt can replace
  public static SlashCommands added(SlashCommands own, Session session) {
    var commands = own;
    for (var server : session.mcp().status().entrySet()) {
      if (server.getValue().phase() == McpStatus.Phase.CONNECTED) {
        commands = added(commands, session, server.getKey());
      }
    }
    return commands;
  }

  private static SlashCommands added(SlashCommands own, Session session, String server) {
    var commands = own;
    try {
      for (var prompt : session.mcp().prompts(server)) {
        var name = nameFor(server, prompt.name());
        if (commands.find(name).isEmpty()) {
          commands = commands.with(new ServerPromptCommand(name, server, prompt));
        }
      }
    } catch (DroverException silent) {
      // Its tools may work all the same; /mcp shows its state.
      return commands;
    }
    return commands;
  }

  /// As a tool of that name would be called, in lower case.
  private static String nameFor(String server, String prompt) {
    return ServerTool.nameFor(McpServer.stdio(server, "-"), prompt).toLowerCase(Locale.ROOT);
  }
}
