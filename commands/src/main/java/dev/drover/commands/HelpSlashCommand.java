package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.commands.SlashCommandOutcome.Unknown;
import java.util.List;
import java.util.stream.Collectors;

/// `/help`, and `/help NAME`.
final class HelpSlashCommand implements SlashCommand {
  @Override
  public String name() {
    return "help";
  }

  @Override
  public String arguments() {
    return "[NAME]";
  }

  @Override
  public String help() {
    return "lists the commands";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    if (call.arguments().isEmpty()) {
      return new Done(listed(call.commands().all()));
    }
    var name = call.arguments().startsWith("/") ? call.arguments().substring(1) : call.arguments();
    return call.commands()
        .find(name)
        .<Ended>map(command -> new Done(listed(List.of(command))))
        .orElseGet(() -> new Failed(new Unknown(name, call.commands().closeTo(name)).problem()));
  }

  private static String listed(List<SlashCommand> known) {
    var commands = known.stream().map(ForeignCommand::of).toList();
    int width = commands.stream().mapToInt(each -> typed(each).length()).max().orElse(0);
    return commands.stream()
        .map(each -> CommandExcerpt.padded(typed(each), width) + "  " + each.help())
        .collect(Collectors.joining("\n"));
  }

  private static String typed(ForeignCommand command) {
    return ("/" + command.name() + " " + command.arguments()).strip();
  }
}
