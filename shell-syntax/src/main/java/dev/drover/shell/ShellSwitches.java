package dev.drover.shell;

import dev.drover.shell.ShellLineAnalyzer.Invocation;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `set` and `shopt` change the behaviour of the shell. The known switches change neither the
/// meaning of a line nor the export of variables.
final class ShellSwitches {
  private static final String LETTERS = "eufvxEhBC";

  private static final Set<String> NAMES =
      Set.of(
          "errexit",
          "nounset",
          "pipefail",
          "noglob",
          "verbose",
          "xtrace",
          "noclobber",
          "errtrace",
          "nullglob",
          "globstar",
          "dotglob",
          "failglob",
          "nocaseglob",
          "nocasematch",
          "inherit_errexit",
          "globasciiranges");

  private ShellSwitches() {}

  /// The first word that is not known to be harmless; null if there is none.
  static @Nullable String unknown(String name, Invocation call) {
    return switch (name) {
      case "set" -> unknownOfSet(call);
      case "shopt" -> unknownOfShopt(call);
      default -> null;
    };
  }

  private static @Nullable String unknownOfSet(Invocation call) {
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      if (text.equals("--") || text.equals("-")) {
        return null;
      }
      if (call.isUnknown(i) && call.word(i).mayBeOption()) {
        return "set " + call.word(i).source();
      }
      if (!text.startsWith("-") && !text.startsWith("+")) {
        return null;
      }
      boolean named = text.endsWith("o");
      var letters = text.substring(1, named ? text.length() - 1 : text.length());
      if (!letters.chars().allMatch(letter -> LETTERS.indexOf(letter) >= 0)) {
        return "set " + text;
      }
      if (named && i + 1 < call.size() && !NAMES.contains(call.text(++i))) {
        return "set -o " + call.word(i).source();
      }
    }
    return null;
  }

  private static @Nullable String unknownOfShopt(Invocation call) {
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      if (!text.startsWith("-") && !NAMES.contains(text)) {
        return "shopt " + call.word(i).source();
      }
    }
    return null;
  }
}
