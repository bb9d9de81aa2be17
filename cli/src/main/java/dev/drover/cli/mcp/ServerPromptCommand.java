package dev.drover.cli.mcp;

import dev.drover.commands.SlashCommand;
import dev.drover.commands.SlashCommandCall;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.commands.SlashCommandOutcome.Prompted;
import dev.drover.kernel.value.Problem;
import dev.drover.problem.DroverException;
import dev.drover.spi.mcp.McpConnection.Prompt;
import dev.drover.spi.mcp.McpConnection.PromptArgument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A prompt of a server. The words behind its name are its arguments, in order; the last one takes
/// the rest of the line. The text that the server returns is sent to the model, with its source.
record ServerPromptCommand(String name, String server, Prompt prompt) implements SlashCommand {
  @Override
  public String arguments() {
    return prompt.arguments().stream()
        .map(each -> each.required() ? each.name() : "[" + each.name() + "]")
        .collect(Collectors.joining(" "));
  }

  @Override
  public String help() {
    var about = prompt.description().lines().findFirst().orElse(prompt.name());
    return "%s (prompt of the MCP server %s)".formatted(about, server);
  }

  @Override
  public Ended run(SlashCommandCall call) {
    var given = values(call.arguments());
    var missing =
        prompt.arguments().stream()
            .filter(each -> each.required() && !given.containsKey(each.name()))
            .map(PromptArgument::name)
            .toList();
    if (!missing.isEmpty()) {
      return new Failed(
          new Problem(
              "argument_missing",
              "Wrong usage",
              "/%s needs %s".formatted(name, String.join(" and ", missing)),
              "Write: /%s %s".formatted(name, arguments())));
    }
    try {
      var text = call.session().mcp().prompt(server, prompt.name(), given);
      return new Prompted(
          "(prompt %s of the MCP server %s)\n\n%s".formatted(prompt.name(), server, text));
    } catch (DroverException failed) {
      return new Failed(failed.problem());
    }
  }

  private Map<String, String> values(String typed) {
    var values = new LinkedHashMap<String, String>();
    int most = prompt.arguments().size();
    if (typed.isBlank() || most == 0) {
      return values;
    }
    var words = List.of(typed.strip().split("\\s+", most));
    for (int i = 0; i < words.size(); i++) {
      values.put(prompt.arguments().get(i).name(), words.get(i));
    }
    return values;
  }
}
