package dev.drover.cli;

import dev.drover.cli.command.CliCommand;
import dev.drover.cli.command.CommandOption;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.TerminalStyle;
import java.util.List;

/// Formats the `--help` texts.
final class HelpText {
  private static final String EXIT_CODES =
      "Exit codes: 0 completed, 1 failed, 2 wrong usage, 3 waiting, 4 budget or limit, 130"
          + " cancelled";

  private final ConsolePrinter out;
  private final TerminalStyle style;

  HelpText(ConsolePrinter out, TerminalStyle style) {
    this.out = out;
    this.style = style;
  }

  void program() {
    out.line("drover runs agents that survive a crash, wait for a person, and stop when told.");
    out.line("");
    out.line(style.bold("Usage:"), " drover COMMAND [OPTIONS]");
    int width =
        CliCommands.ALL.stream().mapToInt(command -> typed(command).length()).max().orElse(0);
    for (var group : CliCommands.GROUPS) {
      out.line("");
      out.line(style.bold(group.title()));
      for (var command : group.commands()) {
        out.line("  " + padded(typed(command), width) + "  " + command.summary());
      }
    }
    out.line("");
    options("Options of every command", CommandOption.COMMON);
    out.line("");
    out.line("drover COMMAND --help describes a command; drover --version prints the version.");
    out.line(EXIT_CODES);
  }

  void command(CliCommand command) {
    out.line("drover " + command.name() + " " + command.summary() + ".");
    out.line("");
    out.line(style.bold("Usage:"), " drover " + typed(command) + " [OPTIONS]");
    command.forms().forEach(form -> out.line("  " + form));
    if (!command.syntax().options().isEmpty()) {
      out.line("");
      options("Options", command.syntax().options());
    }
    out.line("");
    options("Options of every command", CommandOption.COMMON);
  }

  private static String typed(CliCommand command) {
    var words = command.syntax().words();
    if (words.label().isEmpty()) {
      return command.name();
    }
    return command.name() + " " + (words.least() == 0 ? "[" + words.label() + "]" : words.label());
  }

  private void options(String title, List<CommandOption> options) {
    out.line(style.bold(title));
    int width = options.stream().mapToInt(option -> typed(option).length()).max().orElse(0);
    for (var option : options) {
      out.line("  " + padded(typed(option), width) + "  " + option.description());
    }
  }

  private static String typed(CommandOption option) {
    return option.takesValue() ? option.name() + " " + option.label() : option.name();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }
}
