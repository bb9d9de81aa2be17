package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.GlobalOptions.Extent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Other ways to write a command, for rules that restrict: without its options, by another name of
/// its subcommand, with a subcommand written out.
final class CommandAspects {
  private CommandAspects() {}

  static Set<List<Word>> of(List<Word> words) {
    var aspects = new LinkedHashSet<List<Word>>();
    if (words.size() < 2 && ProgramTable.equivalents().isEmpty()) {
      return aspects;
    }
    var program = ProgramTable.of(Names.last(words.getFirst().known()));
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

  private static void add(List<Word> words, List<Word> given, Set<List<Word>> aspects) {
    if (!words.equals(given)) {
      aspects.add(words);
    }
  }

  /// The beginning of a subcommand may stand for the whole.
  private static List<Word> shortened(List<Word> words) {
    if (words.size() < 2 || !(words.get(1) instanceof Word.Literal(var source, var text))) {
      return words;
    }
    var whole = new ArrayList<>(words);
    whole.set(1, new Word.Unknown(source, text));
    return text.length() < 2 ? words : whole;
  }

  private static List<Word> replaced(List<Word> words, ProgramTable.Equivalent equivalent) {
    var written = equivalent.written();
    if (words.size() < written.size() || !Names.last(first(words)).equals(written.getFirst())) {
      return words;
    }
    for (int i = 1; i < written.size(); i++) {
      if (!words.get(i).known().equals(written.get(i))) {
        return words;
      }
    }
    var meant = new ArrayList<Word>();
    equivalent.meant().forEach(word -> meant.add(new Word.Literal(word, word)));
    meant.addAll(words.subList(written.size(), words.size()));
    return meant;
  }

  private static String first(List<Word> words) {
    return words.getFirst().known();
  }
}
