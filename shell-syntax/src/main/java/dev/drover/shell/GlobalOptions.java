package dev.drover.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Commands without their options: a rule that denies `git push` must also match `git -C x push`.
///
/// The table of programs has the options that may precede a subcommand. Whether an option that is
/// not in the table takes a value is unknown, so the word after it may or may not be the
/// subcommand: it becomes a [ShellWord.Possible].
final class GlobalOptions {
  private GlobalOptions() {}

  enum Extent {
    /// Only those before the first word that is not an option.
    FRONT,
    ALL
  }

  static List<ShellWord> without(List<ShellWord> words, Set<String> known, Extent extent) {
    var kept = new ArrayList<ShellWord>();
    kept.add(words.getFirst());
    boolean operands = false;
    boolean possible = false;
    for (int i = 1; i < words.size(); i++) {
      var word = words.get(i);
      var text = word.known();
      boolean option = text.startsWith("-") && text.length() > 1;
      if (!option || (operands && extent == Extent.FRONT)) {
        kept.add(possible ? new ShellWord.Possible(word) : word);
        operands |= !possible;
        possible = false;
      } else if (text.equals("--")) {
        kept.addAll(words.subList(i + 1, words.size()));
        break;
      } else if (hasValueBehind(text, known)) {
        i++;
        possible = false;
      } else {
        possible = !isComplete(text, known);
      }
    }
    return kept;
  }

  private static boolean hasValueBehind(String option, Set<String> known) {
    return known.contains(option + "=");
  }

  /// Whether no following word can be its value.
  private static boolean isComplete(String option, Set<String> known) {
    return known.contains(option)
        || option.indexOf('=') > 0
        || (!option.startsWith("--")
            && option.length() > 2
            && known.contains(option.substring(0, 2) + "="));
  }
}
