package dev.drover.runtime.policy.shell;

import java.util.List;

/// Something that a line would run, in the terms that rules are about.
public sealed interface Found {
  /// The part of the line it was found in.
  String source();

  /// Its name and arguments are known as far as they stand in the line, and it runs nothing else
  /// that is known to us.
  record Plain(String source, List<Word> words) implements Found {
    public Plain {
      words = List.copyOf(words);
    }
  }

  /// Words that deny and ask rules must see, though they need no allow of their own: a wrapper
  /// around a command that is judged itself, or a command without its options.
  record Aspect(String source, List<Word> words) implements Found {
    public Aspect {
      words = List.copyOf(words);
    }
  }

  /// Its name is known, and it runs something that is not: code in another language, or a command
  /// in one of its options.
  ///
  /// @param marker which word makes it so; a rule that spells out all words up to there knows of it
  /// @param why for people
  record Opaque(String source, List<Word> words, Grade grade, int marker, String why)
      implements Found {
    public Opaque {
      words = List.copyOf(words);
    }
  }

  /// A program that we do not know may run its arguments, as a launcher does, or its input, as an
  /// interpreter does.
  ///
  /// @param carried the words inside its arguments and its input, in their order
  record Carrier(String source, List<Word> words, List<Word> carried) implements Found {
    public Carrier {
      words = List.copyOf(words);
      carried = List.copyOf(carried);
    }
  }

  /// Nobody can tell what would run.
  record Hidden(String source, String why) implements Found {}

  enum Grade {
    /// Running code is what the program is for; whoever allows it allows that.
    INTERPRETER,
    /// The program is for something else; whoever allows it does not think of this.
    SMUGGLED
  }
}
