package dev.drover.mcp.server.agent;

import dev.drover.commands.PromptSlashCommand;
import dev.drover.commands.SlashCommands;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.mcp.server.protocol.McpErrors;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Slash commands that stand for a prompt. Getting a prompt must change nothing, so commands that
/// do something to a session are not among them.
final class CommandPrompts {
  private static final String ARGUMENTS = "arguments";

  private final List<PromptSlashCommand> commands;

  CommandPrompts(SlashCommands commands) {
    this.commands =
        commands.all().stream()
            .filter(PromptSlashCommand.class::isInstance)
            .map(PromptSlashCommand.class::cast)
            .sorted(Comparator.comparing(PromptSlashCommand::name))
            .toList();
  }

  List<ObjectNode> list() {
    return commands.stream().map(CommandPrompts::definition).toList();
  }

  private static ObjectNode definition(PromptSlashCommand command) {
    var prompt = RpcJson.object().put("name", command.name()).put("description", command.help());
    if (!command.arguments().isEmpty()) {
      prompt
          .putArray("arguments")
          .addObject()
          .put("name", ARGUMENTS)
          .put("description", "what would be typed behind /" + command.name())
          .put("required", false);
    }
    return prompt;
  }

  private Optional<PromptSlashCommand> find(String name) {
    return commands.stream().filter(command -> command.name().equals(name)).findFirst();
  }

  ObjectNode get(String name, ObjectNode arguments) throws RpcErrorException {
    var command = find(name);
    if (command.isEmpty()) {
      throw McpErrors.invalidParams("Unknown prompt: " + name);
    }
    var typed = arguments.path(ARGUMENTS);
    if (!typed.isMissingNode() && !typed.isString()) {
      throw McpErrors.invalidParams("the argument '%s' must be a text".formatted(ARGUMENTS));
    }
    var result = RpcJson.object().put("description", command.get().help());
    result
        .putArray("messages")
        .addObject()
        .put("role", "user")
        .putObject("content")
        .put("type", "text")
        .put("text", command.get().fill(typed.asString("").strip()));
    return result;
  }

  boolean has(String name) {
    return find(name).isPresent();
  }
}
