package dev.drover.cli.command;

import java.util.ArrayList;
import java.util.List;

/// The words and options of a command.
///
/// @param options in addition to the common ones
public record CommandSyntax(Words words, List<CommandOption> options) {
  public static final Words NO_WORDS = new Words("", 0, 0);

  private static final int ANY_NUMBER = Integer.MAX_VALUE;

  public CommandSyntax {
    options = List.copyOf(options);
  }

  public static CommandSyntax of(Words words, CommandOption... options) {
    return new CommandSyntax(words, List.of(options));
  }

  public CommandSyntax and(List<CommandOption> more) {
    var all = new ArrayList<>(options);
    all.addAll(more);
    return new CommandSyntax(words, all);
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
