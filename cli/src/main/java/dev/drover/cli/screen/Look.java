package dev.drover.cli.screen;

import dev.drover.cli.host.Host;

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

  public enum Colours {
    ON,
    OFF
  }

  public String bold(String text) {
    return painted("1", text);
  }

  public String dim(String text) {
    return painted("2", text);
  }

  public String red(String text) {
    return painted("31", text);
  }

  public String green(String text) {
    return painted("32", text);
  }

  public String yellow(String text) {
    return painted("33", text);
  }

  public String cyan(String text) {
    return painted("36", text);
  }

  private String painted(String code, String text) {
    return switch (colours) {
      case ON -> text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
      case OFF -> text;
    };
  }
}
