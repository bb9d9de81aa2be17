package dev.drover.runtime.policy.shell;

import java.util.List;

/// A command without structure: assignments, words, redirections.
///
/// @param source as it stands in the line
/// @param words the name and its arguments; empty for bare assignments and for the redirections of
///   a compound command
/// @param assignments those before the name, and of `export` and its like those after it
record SimpleCommand(
    String source, List<Word> words, List<Assignment> assignments, List<Redirect> redirects) {
  SimpleCommand {
    words = List.copyOf(words);
    assignments = List.copyOf(assignments);
    redirects = List.copyOf(redirects);
  }

  /// @param descriptor which one it is for; negative if the shell chooses a free one
  /// @param target the file, the descriptor, or the text that is fed
  record Redirect(Kind kind, int descriptor, Word target) {}

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

  /// The text that the program gets as its input; unknown if it is not a text of the line.
  Word input() {
    Word input = new Word.Unknown("");
    for (var redirect : redirects) {
      if (redirect.descriptor() == 0) {
        input = redirect.kind() == Kind.FEEDS ? redirect.target() : new Word.Unknown("");
      }
    }
    return input;
  }
}
