package dev.drover.shell;

import dev.drover.shell.GlobalOptions.Extent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Other ways to write a command, for rules that restrict: without its options, by another name of
/// its subcommand, with an abbreviated subcommand written out.
final class CommandVariants {
  private CommandVariants() {}

  static Set<List<ShellWord>> of(List<ShellWord> words) {
    var aspects = new LinkedHashSet<List<ShellWord>>();
    if (words.size() < 2 && ProgramTable.equivalents().isEmpty()) {
      return aspects;
    }
    var program = ProgramTable.of(ProgramNames.last(words.getFirst().known()));
    for (var extent : Extent.values()) {
      var without = GlobalOptions.without(words, program.global(), extent);
      add(without, words, aspects);
      if (program.shortens()) {
        add(shortened(without), without, aspects);
      }
      for (var equivalent : ProgramTable.equivalents()) {
        add(replaced(without, equivalent), without, aspects);
      }
    }
    return aspects;
  }

  private static void add(
      List<ShellWord> words, List<ShellWord> given, Set<List<ShellWord>> aspects) {
    if (!words.equals(given)) {
      aspects.add(words);
    }
  }

  /// A subcommand may be abbreviated to a prefix.
  private static List<ShellWord> shortened(List<ShellWord> words) {
    if (words.size() < 2 || !(words.get(1) instanceof ShellWord.Literal(var source, var text))) {
      return words;
    }
    var whole = new ArrayList<>(words);
    whole.set(1, new ShellWord.Unknown(source, text));
    return text.length() < 2 ? words : whole;
  }

  private static List<ShellWord> replaced(
      List<ShellWord> words, ProgramTable.Equivalent equivalent) {
    var written = equivalent.written();
    if (words.size() < written.size()
        || !ProgramNames.last(first(words)).equals(written.getFirst())) {
      return words;
    }
    for (int i = 1; i < written.size(); i++) {
      if (!words.get(i).known().equals(written.get(i))) {
        return words;
      }
    }
    var meant = new ArrayList<ShellWord>();
    equivalent.meant().forEach(word -> meant.add(new ShellWord.Literal(word, word)));
    meant.addAll(words.subList(written.size(), words.size()));
    return meant;
  }

  private static String first(List<ShellWord> words) {
    return words.getFirst().known();
  }
}
