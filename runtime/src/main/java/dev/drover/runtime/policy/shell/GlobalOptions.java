package dev.drover.runtime.policy.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Commands without their options: `git -C x push` is a `git push` to those who forbid it.
///
/// The table of programs has the options that may stand before a subcommand. Of an option that it
/// does not have nobody knows whether it takes a value, so the word behind it may be the subcommand
/// or not: it becomes a [Word.Perhaps].
final class GlobalOptions {
  private GlobalOptions() {}

  enum Extent {
    /// Only those before the first word that is no option.
    FRONT,
    ALL
  }

  static List<Word> without(List<Word> words, Set<String> known, Extent extent) {
    var kept = new ArrayList<Word>();
    kept.add(words.getFirst());
    boolean operands = false;
    boolean perhaps = false;
    for (int i = 1; i < words.size(); i++) {
      var word = words.get(i);
      var text = word.known();
      boolean option = text.startsWith("-") && text.length() > 1;
      if (!option || (operands && extent == Extent.FRONT)) {
        kept.add(perhaps ? new Word.Perhaps(word) : word);
        operands |= !perhaps;
        perhaps = false;
      } else if (text.equals("--")) {
        kept.addAll(words.subList(i + 1, words.size()));
        break;
      } else if (hasValueBehind(text, known)) {
        i++;
        perhaps = false;
      } else {
        perhaps = !isComplete(text, known);
      }
    }
    return kept;
  }

  private static boolean hasValueBehind(String option, Set<String> known) {
    return known.contains(option + "=");
  }

  /// Whether nothing that follows can be its value.
  private static boolean isComplete(String option, Set<String> known) {
    return known.contains(option)
        || option.indexOf('=') > 0
        || (!option.startsWith("--")
            && option.length() > 2
            && known.contains(option.substring(0, 2) + "="));
  }
}
