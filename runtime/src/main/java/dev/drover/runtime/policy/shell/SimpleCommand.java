package dev.drover.runtime.policy.shell;

import java.util.List;

/// A command without structure: assignments, words, redirections.
///
/// @param source as it stands in the line
/// @param words the name and its arguments; empty for bare assignments and for the redirections of
///   a compound command
record SimpleCommand(String source, List<Word> words, List<Redirect> redirects) {
  SimpleCommand {
    words = List.copyOf(words);
    redirects = List.copyOf(redirects);
  }

  /// @param target the file, the descriptor, or the text that is fed
  record Redirect(Kind kind, Word target) {}

  enum Kind {
    READS,
    WRITES,
    /// `2>&1`, `<&-`: no file.
    COPIES,
    /// A here-document or a here-string.
    FEEDS
  }
}
