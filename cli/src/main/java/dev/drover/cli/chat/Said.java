package dev.drover.cli.chat;

/// What comes in when somebody is asked for the next prompt.
public sealed interface Said {
  /// @param text as it was typed, with the blanks around it; not blank
  record Words(String text) implements Said {}

  /// An empty line, or one that was given up.
  record Nothing() implements Said {}

  /// There will be no more.
  record Bye() implements Said {}
}
