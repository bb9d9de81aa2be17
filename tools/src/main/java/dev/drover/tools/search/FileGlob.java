package dev.drover.tools.search;

import dev.drover.tools.search.tree.NamePattern;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.ArrayList;
import java.util.List;

/// A file pattern: like [NamePattern], with `{a,b}` for alternatives. Without a slash it matches
/// names at any depth, with one it matches paths relative to the start of the search.
final class FileGlob {
  private static final int MAX_ALTERNATIVES = 1_000;

  private final List<NamePattern> alternatives;
  private final boolean aboutNames;

  private FileGlob(List<NamePattern> alternatives, boolean aboutNames) {
    this.alternatives = List.copyOf(alternatives);
    this.aboutNames = aboutNames;
  }

  static FileGlob of(String given) throws ToolRefusal {
    var plain = given.replaceFirst("^\\.?/", "");
    if (plain.isBlank()) {
      throw new ToolRefusal("The glob is empty. Give one such as *.java or src/**/*.txt.");
    }
    var tests = new ArrayList<NamePattern>();
    for (var alternative : alternatives(plain, given)) {
      tests.add(
          NamePattern.of(alternative)
              .orElseThrow(() -> notWhole(given, "a '[' without ']', or a '\\' at the end")));
    }
    return new FileGlob(tests, given.indexOf('/') < 0);
  }

  /// @param base offset in the path of the part below the start of the search
  boolean matches(String path, int base) {
    int from = aboutNames ? path.lastIndexOf('/') + 1 : base;
    for (var alternative : alternatives) {
      if (alternative.matches(path, from)) {
        return true;
      }
    }
    return false;
  }

  /// Expands the braces of a pattern to one pattern for each combination.
  private static List<String> alternatives(String pattern, String given) throws ToolRefusal {
    int open = find(pattern, 0, "{");
    if (open < 0) {
      return List.of(pattern);
    }
    var expanded = new ArrayList<String>();
    int close = -1;
    for (int from = open + 1; close < 0; ) {
      int end = endOfChoice(pattern, from);
      if (end < 0) {
        throw notWhole(given, "a '{' without '}'");
      }
      close = pattern.charAt(end) == '}' ? end : -1;
      var chosen =
          pattern.substring(0, open)
              + pattern.substring(from, end)
              + pattern.substring(closeOf(pattern, from) + 1);
      expanded.addAll(alternatives(chosen, given));
      if (expanded.size() > MAX_ALTERNATIVES) {
        throw new ToolRefusal(
            "'%s' stands for more than %d patterns. Use fewer braces."
                .formatted(given, MAX_ALTERNATIVES));
      }
      from = end + 1;
    }
    return expanded;
  }

  /// @return the end of the alternative that starts there: a comma or brace at its own level
  private static int endOfChoice(String pattern, int from) {
    int depth = 0;
    for (int at = find(pattern, from, "{,}"); at >= 0; at = find(pattern, at + 1, "{,}")) {
      switch (pattern.charAt(at)) {
        case '{' -> depth++;
        case '}' -> {
          if (depth == 0) {
            return at;
          }
          depth--;
        }
        default -> {
          if (depth == 0) {
            return at;
          }
        }
      }
    }
    return -1;
  }

  private static int closeOf(String pattern, int from) {
    int end = endOfChoice(pattern, from);
    while (end >= 0 && pattern.charAt(end) == ',') {
      end = endOfChoice(pattern, end + 1);
    }
    return end < 0 ? pattern.length() - 1 : end;
  }

  /// The next unescaped occurrence of one of these characters.
  private static int find(String pattern, int from, String wanted) {
    for (int i = from; i < pattern.length(); i++) {
      if (pattern.charAt(i) == '\\') {
        i++;
      } else if (wanted.indexOf(pattern.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static ToolRefusal notWhole(String given, String why) {
    return new ToolRefusal(
        "'%s' is not a glob: it has %s. To mean the character itself, put a '\\' before it."
            .formatted(given, why));
  }
}
