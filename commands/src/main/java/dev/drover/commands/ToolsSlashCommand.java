package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.spi.tool.ToolSpec;
import java.util.stream.Collectors;

/// `/tools`.
final class ToolsSlashCommand implements SlashCommand {
  @Override
  public String name() {
    return "tools";
  }

  @Override
  public String help() {
    return "lists the tools, and which of them policy hides from the model";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    var tools = call.session().tools();
    var all = tools.definitions();
    if (all.isEmpty()) {
      return new Done("There are no tools.");
    }
    var shown = tools.shownToModel();
    int width = all.stream().mapToInt(tool -> tool.name().length()).max().orElse(0);
    return new Done(
        all.stream()
            .map(tool -> line(tool, width, shown.contains(tool) ? "" : "(denied) "))
            .collect(Collectors.joining("\n")));
  }

  private static String line(ToolSpec tool, int width, String mark) {
    var about = mark + CommandExcerpt.firstLine(tool.description());
    return CommandExcerpt.padded(tool.name(), width)
        + "  "
        + CommandExcerpt.of(about, CommandExcerpt.LINE);
  }
}
