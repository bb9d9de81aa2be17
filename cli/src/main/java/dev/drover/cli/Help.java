package dev.drover.cli;

import dev.drover.cli.command.Command;
import dev.drover.cli.command.Option;
import dev.drover.cli.screen.Look;
import dev.drover.cli.screen.Printer;
import java.util.List;

/// The texts of `--help`.
final class Help {
  private static final String EXIT_CODES =
      "Exit codes: 0 completed, 1 failed, 2 wrong usage, 3 waiting, 4 budget or limit, 130"
          + " cancelled";

  private final Printer out;
  private final Look look;

  Help(Printer out, Look look) {
    this.out = out;
    this.look = look;
  }

  void program() {
    out.line("drover runs agents that survive a crash, wait for a person, and stop when told.");
    out.line("");
    out.line(look.bold("Usage:"), " drover COMMAND [OPTIONS]");
    int width = Commands.ALL.stream().mapToInt(command -> typed(command).length()).max().orElse(0);
    for (var group : Commands.GROUPS) {
      out.line("");
      out.line(look.bold(group.title()));
      for (var command : group.commands()) {
        out.line("  " + padded(typed(command), width) + "  " + command.summary());
      }
    }
    out.line("");
    options("Options of every command", Option.COMMON);
    out.line("");
    out.line(
        "drover COMMAND --help tells more about a command; drover --version tells the version.");
    out.line(EXIT_CODES);
  }

  void command(Command command) {
    out.line("drover " + command.name() + " " + command.summary() + ".");
    out.line("");
    out.line(look.bold("Usage:"), " drover " + typed(command) + " [OPTIONS]");
    if (!command.syntax().options().isEmpty()) {
      out.line("");
      options("Options", command.syntax().options());
    }
    out.line("");
    options("Options of every command", Option.COMMON);
  }

  private static String typed(Command command) {
    var words = command.syntax().words();
    if (words.label().isEmpty()) {
      return command.name();
    }
    return command.name() + " " + (words.least() == 0 ? "[" + words.label() + "]" : words.label());
  }

  private void options(String title, List<Option> options) {
    out.line(look.bold(title));
    int width = options.stream().mapToInt(option -> typed(option).length()).max().orElse(0);
    for (var option : options) {
      out.line("  " + padded(typed(option), width) + "  " + option.description());
    }
  }

  private static String typed(Option option) {
    return option.takesValue() ? option.name() + " " + option.label() : option.name();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }
}
