package dev.drover.shell;

import dev.drover.shell.FoundCommand.Hidden;
import java.util.List;

/// A shell line, and the commands that it would run.
///
/// @param commands in the order they were found; never empty
/// @param opaque reasons why the effect of the line cannot be determined from its commands:
///   variables, expansions and switches of the shell that are not known to be inert; empty if there
///   are none
public record ShellLine(
    String text, List<FoundCommand> commands, List<FileUse> files, List<String> opaque) {
  /// Longer lines are not written by hand, and a person could not judge them.
  private static final int LONGEST = 64 * 1024;

  public ShellLine {
    commands = List.copyOf(commands);
    files = List.copyOf(files);
    opaque = List.copyOf(opaque);
  }

  /// Never fails: a text that cannot be read is a line with a hidden command.
  public static ShellLine read(String text) {
    if (text.length() > LONGEST) {
      return hidden(text, "it is longer than %d characters".formatted(LONGEST));
    }
    var search = new ShellLineAnalyzer();
    search.script(text, text, ShellDialect.BASH);
    return search.line(text);
  }

  private static ShellLine hidden(String text, String why) {
    var start = text.substring(0, 80) + "…";
    return new ShellLine(text, List.of(new Hidden(start, why)), List.of(), List.of());
  }
}
