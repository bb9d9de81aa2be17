package dev.drover.tools.search.tree;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules of the ignore files from the root down to a folder. A rule in a deeper file overrides
/// one in a file above, a later rule overrides an earlier one.
///
/// As in git, everything below an ignored folder stays ignored, because ignored folders are not
/// visited.
///
/// @param base length of the path prefix that these rules do not match against
public record IgnoreRules(@Nullable IgnoreRules above, int base, List<Rule> rules) {
  public static final IgnoreRules NONE = new IgnoreRules(null, 0, List.of());

  private static final String BOM = "\uFEFF";

  public IgnoreRules {
    rules = List.copyOf(rules);
  }

  /// One line of an ignore file.
  ///
  /// @param reach the part of a path that the pattern is matched against
  record Rule(NamePattern test, boolean negated, boolean foldersOnly, Reach reach) {}

  enum Reach {
    NAME,
    PATH
  }

  /// @param text of an ignore file
  /// @param folder the path of the folder it applies to, with a trailing slash, or empty
  public IgnoreRules and(String text, String folder) {
    var rules = new ArrayList<Rule>();
    var lines = text.startsWith(BOM) ? text.substring(1) : text;
    for (var line : lines.split("\n", -1)) {
      addRule(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line, rules);
    }
    return rules.isEmpty() ? this : new IgnoreRules(this, folder.length(), rules.reversed());
  }

  private static void addRule(String line, List<Rule> rules) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    var trimmed = withoutTrailingSpaces(line);
    boolean negated = trimmed.startsWith("!");
    var pattern = negated ? trimmed.substring(1) : trimmed;
    boolean foldersOnly = pattern.endsWith("/");
    if (foldersOnly) {
      pattern = pattern.substring(0, pattern.length() - 1);
    }
    var reach = pattern.indexOf('/') < 0 ? Reach.NAME : Reach.PATH;
    NamePattern.of(pattern.startsWith("/") ? pattern.substring(1) : pattern)
        .ifPresent(test -> rules.add(new Rule(test, negated, foldersOnly, reach)));
  }

  /// Trailing spaces do not count, unless the first of them is escaped.
  private static String withoutTrailingSpaces(String line) {
    int end = 0;
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '\\') {
        i++;
        end = Math.min(i + 1, line.length());
      } else if (line.charAt(i) != ' ') {
        end = i + 1;
      }
    }
    return line.substring(0, end);
  }

  /// @param path relative to the root, with slashes
  /// @param name offset of its last name
  public boolean ignore(String path, int name, boolean isFolder) {
    for (var each = this; each != null; each = each.above) {
      for (var rule : each.rules) {
        if ((isFolder || !rule.foldersOnly)
            && rule.test.matches(path, rule.reach == Reach.NAME ? name : each.base)) {
          return !rule.negated;
        }
      }
    }
    return false;
  }
}
