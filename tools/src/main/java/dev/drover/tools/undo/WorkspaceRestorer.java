package dev.drover.tools.undo;

import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.FileChange.Copy;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.spi.text.IoErrors;
import dev.drover.spi.tool.FileRestorer;
import dev.drover.tools.change.FileSnapshot;
import dev.drover.tools.workspace.TemporaryNames;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Restores files one by one, each atomically. A file is restored only while it is exactly as the
/// run left it: later changes by others must not be lost.
public final class WorkspaceRestorer implements FileRestorer {
  private static final TemporaryNames TEMPORARY = new TemporaryNames("undo");
  private static final String FULL = "there is something in it";

  @Override
  public List<RestoredFile> restore(Path workspace, List<FileChange> changes, Contents contents) {
    var restored = new ArrayList<RestoredFile>(changes.size());
    for (var change : changes) {
      restored.add(restore(workspace, change, contents));
    }
    return restored;
  }

  private static RestoredFile restore(Path workspace, FileChange change, Contents contents) {
    if (change.before() instanceof FileState.Unseen(var why)) {
      return left(change, why);
    }
    try {
      var place = new WorkspacePath(Workspace.at(workspace).root(), Path.of(change.path()));
      if (isAs(change.before(), place)) {
        return new RestoredFile(change.path(), RestoreStatus.AS_IT_WAS, "");
      }
      if (!isAs(change.after(), place)) {
        return left(change, "it was changed after the run");
      }
      return putBack(place, change, contents);
    } catch (ToolRefusal refusal) {
      return left(change, refusal.text());
    } catch (IOException broken) {
      return left(change, IoErrors.describe(broken));
    }
  }

  private static RestoredFile putBack(WorkspacePath place, FileChange change, Contents contents)
      throws IOException {
    return switch (change.before()) {
      case FileState.Absent _ -> remove(place, change);
      case FileState.Folder _ -> {
        if (place.kind() != WorkspacePath.Kind.MISSING) {
          place.delete();
        }
        makeParents(place);
        place.makeFolder(TEMPORARY.folder());
        yield done(change);
      }
      case FileState.Link(var target) -> {
        if (cannotRemoveFolder(place)) {
          yield left(change, FULL);
        }
        makeParents(place);
        place.link(target, TEMPORARY.file(place));
        yield done(change);
      }
      case FileState.File file -> putBack(file, place, change, contents);
      case FileState.Unread unread -> {
        if (change.after() instanceof FileState.Unread(var bytes, var modified, _)
            && bytes == unread.bytes()
            && modified.equals(unread.modified())) {
          place.setMode(unread.mode());
          yield done(change);
        }
        yield left(change, "no copy of it was kept: it was too large, or one of too many");
      }
      case FileState.Unseen(var why) -> left(change, why);
    };
  }

  private static RestoredFile putBack(
      FileState.File before, WorkspacePath place, FileChange change, Contents contents)
      throws IOException {
    if (change.after() instanceof FileState.File after
        && after.digest().equals(before.digest())
        && !before.mode().isEmpty()) {
      place.setMode(before.mode());
      return done(change);
    }
    if (before.copy() == Copy.NOT_KEPT) {
      return left(change, "no copy of it was kept: it was too large, or held a secret");
    }
    var content = contents.find(before.digest());
    if (content.isEmpty()) {
      return left(change, "the copy of it is gone");
    }
    if (cannotRemoveFolder(place)) {
      return left(change, FULL);
    }
    makeParents(place);
    place.prepare(content.get(), before.mode(), TEMPORARY.file(place));
    place.install(TEMPORARY.file(place));
    return done(change);
  }

  /// Deletes an empty folder that is in the way.
  private static boolean cannotRemoveFolder(WorkspacePath place) throws IOException {
    return place.kind() == WorkspacePath.Kind.FOLDER && !place.deleteIfEmpty();
  }

  private static void makeParents(WorkspacePath place) throws IOException {
    for (var missing : place.missingFolders()) {
      missing.makeFolder(TEMPORARY.folder());
    }
  }

  private static RestoredFile remove(WorkspacePath place, FileChange change) throws IOException {
    if (place.kind() != WorkspacePath.Kind.FOLDER) {
      place.delete();
    } else if (!place.deleteIfEmpty()) {
      return left(change, FULL);
    }
    return new RestoredFile(change.path(), RestoreStatus.TAKEN_AWAY, "");
  }

  private static boolean isAs(FileState side, WorkspacePath place) throws ToolRefusal, IOException {
    return switch (side) {
      case FileState.Absent _ -> place.kind() == WorkspacePath.Kind.MISSING;
      case FileState.Folder _ -> place.kind() == WorkspacePath.Kind.FOLDER;
      case FileState.Link(var target) ->
          place.kind() == WorkspacePath.Kind.LINK && place.linkTarget().equals(target);
      case FileState.Unseen _ -> false;
      // The content is unknown: as in git, size and time are compared.
      case FileState.Unread(var bytes, var modified, var mode) ->
          place.kind() == WorkspacePath.Kind.FILE
              && place.size() == bytes
              && place.modified().equals(modified)
              && place.mode().equals(mode);
      case FileState.File file ->
          place.kind() == WorkspacePath.Kind.FILE
              && FileSnapshot.of(place).hasContentOf(file)
              && (file.mode().isEmpty() || place.mode().equals(file.mode()));
    };
  }

  private static RestoredFile done(FileChange change) {
    return new RestoredFile(change.path(), RestoreStatus.RESTORED, "");
  }

  private static RestoredFile left(FileChange change, String why) {
    return new RestoredFile(change.path(), RestoreStatus.LEFT_ALONE, why);
  }
}
