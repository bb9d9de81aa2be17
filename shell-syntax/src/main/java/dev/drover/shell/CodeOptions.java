package dev.drover.shell;

import java.util.List;

/// Options that make a program run something, in the notation of the table of programs:
///
/// | in the table | meaning |
/// | --- | --- |
/// | `--name` | the option and all its prefixes, with or without `=value`: GNU accepts `--na` too |
/// | `-x` | the letter, alone, among other letters, or followed by a value |
/// | `word*` | all words with this prefix |
/// | `word`, `=-x` | the word, with or without `=value` |
/// | `%…` | no option: a use of the program's arguments |
final class CodeOptions {
  private CodeOptions() {}

  static boolean matches(List<String> options, String text) {
    return options.stream().anyMatch(option -> matches(option, text));
  }

  private static boolean matches(String option, String text) {
    if (option.startsWith("=")) {
      return name(text).equals(option.substring(1));
    }
    if (option.endsWith("*")) {
      return text.startsWith(option.substring(0, option.length() - 1));
    }
    if (option.startsWith("--")) {
      var name = name(text);
      return name.length() > 2 && name.startsWith("--") && option.startsWith(name);
    }
    if (option.length() == 2 && option.startsWith("-")) {
      return hasLetter(text, option.charAt(1));
    }
    return name(text).equals(option);
  }

  private static String name(String text) {
    int equals = text.indexOf('=');
    return equals < 0 ? text : text.substring(0, equals);
  }

  static boolean hasLetter(String text, char letter) {
    if (!text.startsWith("-") || text.startsWith("--")) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      if (text.charAt(i) == letter) {
        return true;
      }
      if (!ShellCursor.isOfName(text.charAt(i))) {
        return false;
      }
    }
    return false;
  }
}
