package dev.drover.shell;

import java.util.List;

/// A command that a line would run, in the terms of rules.
public sealed interface FoundCommand {
  /// The part of the line that contains it.
  String source();

  /// Its name and arguments are known as far as the line contains them, and it runs no other known
  /// command.
  record Plain(String source, List<ShellWord> words) implements FoundCommand {
    public Plain {
      words = List.copyOf(words);
    }
  }

  /// Words that deny and ask rules must see, although they need no allow of their own: a wrapper
  /// around a command that is judged itself, or a command without its options.
  record Variant(String source, List<ShellWord> words) implements FoundCommand {
    public Variant {
      words = List.copyOf(words);
    }
  }

  /// Its name is known, but it runs something unknown: code in another language, or a command in
  /// one of its options.
  ///
  /// @param marker index of the word that makes it so; a rule that spells out all words up to there
  ///   covers it
  /// @param why for people
  record Opaque(String source, List<ShellWord> words, Grade grade, int marker, String why)
      implements FoundCommand {
    public Opaque {
      words = List.copyOf(words);
    }
  }

  /// An unknown program may run its arguments, as a launcher does, or its input, as an interpreter
  /// does.
  ///
  /// @param carried the words inside its arguments and its input, in their order
  record Executor(String source, List<ShellWord> words, List<ShellWord> carried)
      implements FoundCommand {
    public Executor {
      words = List.copyOf(words);
      carried = List.copyOf(carried);
    }
  }

  /// The command that would run cannot be determined.
  record Hidden(String source, String why) implements FoundCommand {}

  enum Grade {
    /// Running code is the purpose of the program; a rule that allows it allows that.
    INTERPRETER,
    /// The program has another purpose; a rule that allows it does not cover this.
    SMUGGLED
  }
}
