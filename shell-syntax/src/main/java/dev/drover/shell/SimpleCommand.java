package dev.drover.shell;

import java.util.List;

/// A simple command: assignments, words, redirections.
///
/// @param source as written in the line
/// @param words the name and its arguments; empty for bare assignments and for the redirections of
///   a compound command
/// @param assignments those before the name, and for `export` and similar commands those after it
record SimpleCommand(
    String source,
    List<ShellWord> words,
    List<VariableAssignment> assignments,
    List<Redirect> redirects) {
  SimpleCommand {
    words = List.copyOf(words);
    assignments = List.copyOf(assignments);
    redirects = List.copyOf(redirects);
  }

  /// @param descriptor its number; negative if the shell chooses a free one
  /// @param target the file, the descriptor, or the input text
  record Redirect(Kind kind, int descriptor, ShellWord target) {}

  enum Kind {
    READS,
    WRITES,
    /// `<>`: opened for both.
    READS_AND_WRITES,
    /// `2>&1`, `<&-`: no file.
    COPIES,
    /// A here-document or a here-string.
    FEEDS
  }

  /// The text that the program gets as its input; unknown if the line does not contain it.
  ShellWord input() {
    ShellWord input = new ShellWord.Unknown("");
    for (var redirect : redirects) {
      if (redirect.descriptor() == 0) {
        input = redirect.kind() == Kind.FEEDS ? redirect.target() : new ShellWord.Unknown("");
      }
    }
    return input;
  }
}
