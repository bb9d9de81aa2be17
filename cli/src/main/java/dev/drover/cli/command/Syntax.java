package dev.drover.cli.command;

import java.util.ArrayList;
import java.util.List;

/// What may be typed after a command.
///
/// @param options beside those that every command has
public record Syntax(Words words, List<Option> options) {
  public static final Words NO_WORDS = new Words("", 0, 0);

  private static final int ANY_NUMBER = Integer.MAX_VALUE;

  public Syntax {
    options = List.copyOf(options);
  }

  public static Syntax of(Words words, Option... options) {
    return new Syntax(words, List.of(options));
  }

  public Syntax and(List<Option> more) {
    var all = new ArrayList<>(options);
    all.addAll(more);
    return new Syntax(words, all);
  }

  /// Words that are not options.
  ///
  /// @param label as the help shows them
  public record Words(String label, int least, int most) {
    static Words one(String label) {
      return new Words(label, 1, 1);
    }

    static Words oneOrNone(String label) {
      return new Words(label, 0, 1);
    }

    static Words many(String label) {
      return new Words(label, 1, ANY_NUMBER);
    }
  }
}
