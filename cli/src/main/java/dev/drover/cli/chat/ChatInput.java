package dev.drover.cli.chat;

/// The result of waiting for the next prompt.
public sealed interface ChatInput {
  /// @param text as typed, with surrounding blanks; not blank
  record TypedText(String text) implements ChatInput {}

  /// An empty line, or one that was abandoned.
  record EmptyLine() implements ChatInput {}

  /// No more input follows.
  record EndOfInput() implements ChatInput {}
}
