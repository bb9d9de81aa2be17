package dev.drover.cli.screen;

import dev.drover.cli.host.Host;
import dev.drover.cli.screen.StyledText.Style;

/// How lines may look where they are going: with or without colours, with which signs, how wide.
public record Look(Colours colours, Signs signs, int width) {
  /// Where nobody looks at a terminal, lines are as long as they are.
  private static final int NO_LIMIT = 1_000_000;

  public static Look of(Host host) {
    var terminal = host.terminal();
    var environment = host.environment();
    return new Look(
        terminal.showsColours(environment) ? Colours.ON : Colours.OFF,
        terminal.showsSigns(environment) ? Signs.FINE : Signs.PLAIN,
        terminal.writes() ? terminal.width(environment) : NO_LIMIT);
  }

  /// What stands before each line of words that are not the program's own, where a person may be
  /// asked something: only the program begins at the left edge.
  String margin() {
    return isLimited() ? "  " : "";
  }

  /// Whether rows end somewhere, as they do on a terminal.
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
