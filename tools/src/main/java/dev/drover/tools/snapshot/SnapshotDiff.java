package dev.drover.tools.snapshot;

import dev.drover.kernel.message.FileChange;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import dev.drover.tools.change.FileSnapshot;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The differences between two snapshots, in an order in which they could have been made: undone in
/// reverse order, each step finds what it needs.
final class SnapshotDiff {
  private final WorkspaceSnapshot before;
  private final WorkspaceSnapshot after;
  private final Workspace workspace;
  private final PreviousIgnoreRules rules;

  private final List<FileChange> foldersMade = new ArrayList<>();
  private final List<FileChange> files = new ArrayList<>();
  private final List<FileChange> foldersGone = new ArrayList<>();

  private SnapshotDiff(
      WorkspaceSnapshot before, WorkspaceSnapshot after, Workspace workspace, FileChanges changes) {
    this.before = before;
    this.after = after;
    this.workspace = workspace;
    this.rules = new PreviousIgnoreRules(before, changes);
  }

  static List<FileChange> between(
      WorkspaceSnapshot before, WorkspaceSnapshot after, Workspace workspace, FileChanges changes) {
    return new SnapshotDiff(before, after, workspace, changes).all();
  }

  private List<FileChange> all() {
    var paths = new TreeSet<>(before.entries().keySet());
    paths.addAll(after.entries().keySet());
    for (var path : paths) {
      var was = before.at(path);
      var is = after.at(path);
      if (was == null && is != null) {
        made(path, is);
      } else if (was != null && is == null) {
        lost(path, was);
      } else if (was != null && is != null && !was.isUnchangedFrom(is)) {
        add(path, was, is);
      }
    }
    var all = new ArrayList<>(foldersMade);
    all.addAll(files);
    all.addAll(foldersGone.reversed());
    return all;
  }

  private void made(String path, SnapshotEntry is) {
    if (!before.hasMissed(path) && !rules.ignored(path, is instanceof SnapshotEntry.Folder)) {
      add(path, null, is);
    }
  }

  /// The path may only be ignored now, or no longer be readable.
  private void lost(String path, SnapshotEntry was) {
    var place = new WorkspacePath(workspace.root(), Path.of(path));
    try {
      switch (place.kind()) {
        case MISSING -> add(path, was, null);
        case FOLDER -> addIfOther(path, was, new SnapshotEntry.Folder(false));
        case LINK -> addIfOther(path, was, new SnapshotEntry.Link(place.linkTarget()));
        case FILE -> addIfOther(path, was, file(place));
        case SPECIAL -> {}
      }
    } catch (IOException | ToolRefusal unreadable) {
      // The current state is unknown, so no change can be reported.
    }
  }

  private static SnapshotEntry file(WorkspacePath place) throws IOException, ToolRefusal {
    var size = place.size();
    var modified = place.modified();
    return new SnapshotEntry.File(
        place.mode(), size, modified, FileSnapshot.of(place).digest().orElse(null));
  }

  private void addIfOther(String path, SnapshotEntry was, SnapshotEntry is) {
    if (!was.isUnchangedFrom(is)) {
      add(path, was, is);
    }
  }

  private void add(String path, @Nullable SnapshotEntry was, @Nullable SnapshotEntry is) {
    var change =
        new FileChange(
            path,
            was == null ? FileChange.ABSENT : was.side(),
            is == null ? FileChange.ABSENT : is.side());
    if (is instanceof SnapshotEntry.Folder) {
      foldersMade.add(change);
    } else if (was instanceof SnapshotEntry.Folder) {
      foldersGone.add(change);
    } else {
      files.add(change);
    }
  }
}
