package dev.drover.commands;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A line that calls a command. The rule is in the description of the package.
///
/// @param name in lower case: nobody means another command by `/Help`
record SlashCommandLine(String name, String arguments) {
  static final Pattern NAME = Pattern.compile("mcp__[a-z0-9_-]{1,59}|[a-z][a-z0-9-]{0,63}");

  private static final Pattern LINE =
      Pattern.compile(
          "/([Mm][Cc][Pp]__[A-Za-z0-9_-]{1,59}|[A-Za-z][A-Za-z0-9-]{0,63})(?:\\s++(.*))?",
          Pattern.DOTALL);

  /// @return empty if the line is a prompt
  static Optional<SlashCommandLine> read(String line) {
    var said = LINE.matcher(line.stripTrailing());
    if (!said.matches()) {
      return Optional.empty();
    }
    var arguments = said.group(2);
    return Optional.of(
        new SlashCommandLine(
            said.group(1).toLowerCase(Locale.ROOT), arguments == null ? "" : arguments));
  }
}
