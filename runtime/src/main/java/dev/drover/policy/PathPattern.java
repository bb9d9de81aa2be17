package dev.drover.policy;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Patterns for paths, with the syntax of `.gitignore`. A pattern without a slash matches names at
/// any depth; a pattern with one matches paths relative to the workspace. `*` and `?` match within
/// a name, `**` matches any number of folders, a slash at the end matches the folder and its
/// content, `./` at the start is the workspace itself. An absolute pattern matches absolute paths.
///
/// A relative pattern never allows a path outside of the workspace, but may deny one. For a rule
/// that restricts, letters that differ only in case or in Unicode composition are equal: on some
/// machines they name the same file.
final class PathPattern {
  private PathPattern() {}

  /// @param path as in [dev.drover.spi.tool.CallSubject.File]
  static RuleMatch match(String pattern, String path) {
    var normal = normal(path);
    if (normal == null) {
      return RuleMatch.MAY;
    }
    if (isAbsolute(pattern) && !isAbsolute(normal)) {
      return RuleMatch.NO;
    }
    if (isAbsolute(normal) && !isAbsolute(pattern)) {
      boolean named = pattern.indexOf('/') < 0 || pattern.startsWith("**");
      return RuleMatch.mayIf(named && fits(fold(pattern), fold(normal)));
    }
    return fits(pattern, normal)
        ? RuleMatch.YES
        : RuleMatch.mayIf(fits(fold(pattern), fold(normal)));
  }

  static boolean isAbsolute(String path) {
    return path.startsWith("/");
  }

  /// Removes `.`, `..` and empty names; null if the path leaves its starting folder.
  static @Nullable String normal(String path) {
    var names = new ArrayList<String>();
    for (var name : path.split("/", -1)) {
      if (name.equals("..")) {
        if (names.isEmpty()) {
          return null;
        }
        names.removeLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    var joined = String.join("/", names);
    return isAbsolute(path) ? "/" + joined : joined.isEmpty() ? "." : joined;
  }

  private static boolean fits(String pattern, String path) {
    boolean anchored = pattern.startsWith("./");
    var trimmed = anchored ? pattern.substring(2) : pattern;
    var parts = new ArrayList<String>();
    if (!anchored && (trimmed + "/").indexOf('/') >= trimmed.length() - 1) {
      parts.add("**");
    }
    for (var part : trimmed.split("/", -1)) {
      parts.add(part.isEmpty() ? "**" : part);
    }
    if (isAbsolute(trimmed)) {
      parts.removeFirst();
    }
    return WildcardMatcher.matches(
        parts, names(path), part -> part.equals("**"), WildcardMatcher::matches);
  }

  private static List<String> names(String path) {
    return List.of((isAbsolute(path) ? path.substring(1) : path).split("/", -1));
  }

  private static String fold(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
  }
}
