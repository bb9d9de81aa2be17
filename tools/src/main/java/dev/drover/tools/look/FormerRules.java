package dev.drover.tools.look;

import dev.drover.spi.tool.Changes;
import dev.drover.tools.search.tree.IgnoreRules;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// Says what was ignored when a look was taken.
///
/// A file that nobody saw before may have been there all the time, and ignored: then the command
/// has only changed the rules, and whoever undoes it must not delete the file.
final class FormerRules {
  private static final String IGNORE_FILE = ".gitignore";

  /// Leaves out everything: for rules that nobody knows any more.
  private static final String ANYTHING = "*";

  private final Look look;
  private final Changes changes;
  private final Map<String, IgnoreRules> byFolder = new HashMap<>();

  FormerRules(Look look, Changes changes) {
    this.look = look;
    this.changes = changes;
  }

  boolean ignored(String path, boolean isFolder) {
    int slash = path.lastIndexOf('/');
    if (slash >= 0 && ignored(path.substring(0, slash), true)) {
      return true;
    }
    return rulesOf(slash < 0 ? "" : path.substring(0, slash)).ignore(path, slash + 1, isFolder);
  }

  private IgnoreRules rulesOf(String folder) {
    var rules = byFolder.get(folder);
    if (rules == null) {
      rules = read(folder);
      byFolder.put(folder, rules);
    }
    return rules;
  }

  private IgnoreRules read(String folder) {
    var prefix = folder.isEmpty() ? "" : folder + "/";
    var above = folder.isEmpty() ? IgnoreRules.NONE : rulesOf(parent(folder));
    if (look.at(folder) instanceof Seen.Folder(var repository) && repository) {
      above = IgnoreRules.NONE.and(folder.isEmpty() ? look.exclusions() : "", prefix);
    }
    return look.at(prefix + IGNORE_FILE) instanceof Seen.File file
        ? above.and(text(file), prefix)
        : above;
  }

  private static String parent(String folder) {
    return folder.substring(0, Math.max(0, folder.lastIndexOf('/')));
  }

  private String text(Seen.File file) {
    var content = file.content();
    if (content == null) {
      return ANYTHING;
    }
    try {
      return new String(changes.read(content), StandardCharsets.UTF_8);
    } catch (IllegalStateException notKept) {
      return ANYTHING;
    }
  }
}
