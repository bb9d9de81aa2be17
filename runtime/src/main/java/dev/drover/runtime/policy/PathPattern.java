package dev.drover.runtime.policy;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Patterns for paths, read as in a `.gitignore`: without a slash they are about names at any
/// depth, with one about paths from the workspace on. `*` and `?` stay within a name, `**` is any
/// number of folders, a slash at the end is the folder and all in it, `./` at the start the
/// workspace itself. An absolute pattern is about absolute paths.
///
/// A path outside the workspace is never allowed by a relative pattern, but it may be denied by
/// one. Letters that differ only in case, or in how they are put together, are the same to a rule
/// that restricts: on some machines they are the same file.
final class PathPattern {
  private PathPattern() {}

  /// @param path as [dev.drover.spi.tool.Subject.File] has it
  static Match match(String pattern, String path) {
    var normal = normal(path);
    if (normal == null) {
      return Match.MAY;
    }
    if (isAbsolute(pattern) && !isAbsolute(normal)) {
      return Match.NO;
    }
    if (isAbsolute(normal) && !isAbsolute(pattern)) {
      boolean named = pattern.indexOf('/') < 0 || pattern.startsWith("**");
      return Match.mayIf(named && fits(fold(pattern), fold(normal)));
    }
    return fits(pattern, normal) ? Match.YES : Match.mayIf(fits(fold(pattern), fold(normal)));
  }

  static boolean isAbsolute(String path) {
    return path.startsWith("/");
  }

  /// Without `.`, `..` and empty names; null if it leads out of where it starts.
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
    return Wildcard.matches(parts, names(path), part -> part.equals("**"), Wildcard::matches);
  }

  private static List<String> names(String path) {
    return List.of((isAbsolute(path) ? path.substring(1) : path).split("/", -1));
  }

  private static String fold(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
  }
}
