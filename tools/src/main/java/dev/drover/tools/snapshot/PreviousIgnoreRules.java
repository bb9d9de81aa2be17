package dev.drover.tools.snapshot;

import dev.drover.spi.tool.ToolInvocation.FileChanges;
import dev.drover.tools.search.tree.IgnoreRules;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// The ignore rules at the time of a snapshot.
///
/// A file that is not in the snapshot may have existed and been ignored: then the command has only
/// changed the rules, and undo must not delete the file.
final class PreviousIgnoreRules {
  private static final String IGNORE_FILE = ".gitignore";

  /// Ignores everything: used if the old rules are unknown.
  private static final String ANYTHING = "*";

  private final WorkspaceSnapshot snapshot;
  private final FileChanges changes;
  private final Map<String, IgnoreRules> byFolder = new HashMap<>();

  PreviousIgnoreRules(WorkspaceSnapshot snapshot, FileChanges changes) {
    this.snapshot = snapshot;
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
    if (snapshot.at(folder) instanceof SnapshotEntry.Folder(var repository) && repository) {
      above = IgnoreRules.NONE.and(folder.isEmpty() ? snapshot.exclusions() : "", prefix);
    }
    return snapshot.at(prefix + IGNORE_FILE) instanceof SnapshotEntry.File file
        ? above.and(text(file), prefix)
        : above;
  }

  private static String parent(String folder) {
    return folder.substring(0, Math.max(0, folder.lastIndexOf('/')));
  }

  private String text(SnapshotEntry.File file) {
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
