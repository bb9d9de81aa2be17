package dev.drover.tools.search;

import dev.drover.tools.place.Obstacle;
import dev.drover.tools.search.tree.NameTest;
import java.util.ArrayList;
import java.util.List;

/// A pattern for files: like [NameTest], and `{a,b}` is either. Without a slash it is about names
/// at any depth, with one it is about paths from where the search starts.
final class FileGlob {
  private static final int MAX_ALTERNATIVES = 1_000;

  private final List<NameTest> alternatives;
  private final boolean aboutNames;

  private FileGlob(List<NameTest> alternatives, boolean aboutNames) {
    this.alternatives = List.copyOf(alternatives);
    this.aboutNames = aboutNames;
  }

  static FileGlob of(String given) throws Obstacle {
    var plain = given.replaceFirst("^\\.?/", "");
    if (plain.isBlank()) {
      throw new Obstacle("The glob is empty. Give one such as *.java or src/**/*.txt.");
    }
    var tests = new ArrayList<NameTest>();
    for (var alternative : alternatives(plain, given)) {
      tests.add(
          NameTest.of(alternative)
              .orElseThrow(() -> notWhole(given, "a '[' without ']', or a '\\' at the end")));
    }
    return new FileGlob(tests, given.indexOf('/') < 0);
  }

  /// @param base where in the path the part starts that is below the start of the search
  boolean matches(String path, int base) {
    int from = aboutNames ? path.lastIndexOf('/') + 1 : base;
    for (var alternative : alternatives) {
      if (alternative.matches(path, from)) {
        return true;
      }
    }
    return false;
  }

  /// The pattern once for each choice of what is in its braces.
  private static List<String> alternatives(String pattern, String given) throws Obstacle {
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
        throw new Obstacle(
            "'%s' stands for more than %d patterns. Use fewer braces."
                .formatted(given, MAX_ALTERNATIVES));
      }
      from = end + 1;
    }
    return expanded;
  }

  /// @return where the choice that starts there ends: at a comma or a brace of its own level
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

  /// The next of these characters that is not escaped.
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

  private static Obstacle notWhole(String given, String why) {
    return new Obstacle(
        "'%s' is not a glob: it has %s. To mean the character itself, put a '\\' before it."
            .formatted(given, why));
  }
}
