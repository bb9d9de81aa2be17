package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.Found.Hidden;
import java.util.List;

/// A line in the language of the shell, and what it would run.
///
/// @param commands in the order they were found; never empty
/// @param opaque reasons why nobody can tell what the line does, whatever its commands are called:
///   variables, expansions and switches of the shell that are not known to be inert; empty if the
///   line is transparent but for what its commands say
public record ShellLine(
    String text, List<Found> commands, List<FileUse> files, List<String> opaque) {
  /// Nobody writes longer ones by hand, and a person could not judge them.
  private static final int LONGEST = 64 * 1024;

  public ShellLine {
    commands = List.copyOf(commands);
    files = List.copyOf(files);
    opaque = List.copyOf(opaque);
  }

  /// Never fails: what cannot be read is a line that hides what it runs.
  public static ShellLine read(String text) {
    if (text.length() > LONGEST) {
      return hidden(text, "it is longer than %d characters".formatted(LONGEST));
    }
    var search = new LookThrough();
    search.script(text, text, Dialect.BASH);
    return search.line(text);
  }

  private static ShellLine hidden(String text, String why) {
    var start = text.substring(0, 80) + "…";
    return new ShellLine(text, List.of(new Hidden(start, why)), List.of(), List.of());
  }
}
