package dev.drover.runtime.command;

import dev.drover.runtime.command.CommandOutcome.Done;
import dev.drover.runtime.command.CommandOutcome.Ended;
import dev.drover.spi.tool.ToolSpec;
import java.util.stream.Collectors;

/// `/tools`.
final class ToolsCommand implements Command {
  @Override
  public String name() {
    return "tools";
  }

  @Override
  public String help() {
    return "lists the tools, and which of them policy hides from the model";
  }

  @Override
  public Ended run(CommandCall call) {
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
    var about = mark + Excerpt.firstLine(tool.description());
    return Excerpt.padded(tool.name(), width) + "  " + Excerpt.of(about, Excerpt.LINE);
  }
}
