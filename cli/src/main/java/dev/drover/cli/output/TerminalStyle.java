package dev.drover.cli.output;

import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.output.StyledText.Style;

/// The style of an output: colours, symbols and width.
public record TerminalStyle(Colours colours, LineSymbols signs, int width) {
  /// Without a terminal, lines are not wrapped.
  private static final int NO_LIMIT = 1_000_000;

  public static TerminalStyle of(CliEnvironment host) {
    var terminal = host.terminal();
    var environment = host.environment();
    return new TerminalStyle(
        terminal.showsColours(environment) ? Colours.ON : Colours.OFF,
        terminal.showsSigns(environment) ? LineSymbols.FINE : LineSymbols.PLAIN,
        terminal.outputIsTerminal() ? terminal.width(environment) : NO_LIMIT);
  }

  /// The text before each line that the program did not write, where a person may be asked a
  /// question: only the program's own lines begin at the left edge.
  String margin() {
    return isLimited() ? "  " : "";
  }

  /// Whether rows have a maximum width, as on a terminal.
  boolean isLimited() {
    return width < NO_LIMIT;
  }

  public enum Colours {
    ON,
    OFF
  }

  /// @param parts as in [StyledText#of]
  public StyledText bold(Object... parts) {
    return StyledText.in(Style.BOLD, parts);
  }

  public StyledText dim(Object... parts) {
    return StyledText.in(Style.DIM, parts);
  }

  public StyledText red(Object... parts) {
    return StyledText.in(Style.RED, parts);
  }

  public StyledText green(Object... parts) {
    return StyledText.in(Style.GREEN, parts);
  }

  public StyledText yellow(Object... parts) {
    return StyledText.in(Style.YELLOW, parts);
  }

  public StyledText cyan(Object... parts) {
    return StyledText.in(Style.CYAN, parts);
  }
}
