package dev.drover.tools.undo;

import dev.drover.kernel.FileChange;
import dev.drover.kernel.FileChange.Copy;
import dev.drover.kernel.FileChange.Side;
import dev.drover.spi.text.IoErrors;
import dev.drover.spi.tool.Restorer;
import dev.drover.tools.change.Snapshot;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.place.Temporary;
import dev.drover.tools.place.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Brings back files one by one, each in one step. A file is touched only while it is exactly as
/// the run left it: whatever anybody changed since is worth more than what was there before.
public final class WorkspaceRestorer implements Restorer {
  private static final Temporary TEMPORARY = new Temporary("undo");
  private static final String FULL = "there is something in it";

  @Override
  public List<Restored> restore(Path workspace, List<FileChange> changes, Contents contents) {
    var restored = new ArrayList<Restored>(changes.size());
    for (var change : changes) {
      restored.add(restore(workspace, change, contents));
    }
    return restored;
  }

  private static Restored restore(Path workspace, FileChange change, Contents contents) {
    if (change.before() instanceof Side.Unseen(var why)) {
      return left(change, why);
    }
    try {
      var place = new Place(Workspace.at(workspace).root(), Path.of(change.path()));
      if (isAs(change.before(), place)) {
        return new Restored(change.path(), Fate.AS_IT_WAS, "");
      }
      if (!isAs(change.after(), place)) {
        return left(change, "it was changed after the run");
      }
      return bringBack(place, change, contents);
    } catch (Obstacle obstacle) {
      return left(change, obstacle.text());
    } catch (IOException broken) {
      return left(change, IoErrors.describe(broken));
    }
  }

  private static Restored bringBack(Place place, FileChange change, Contents contents)
      throws IOException {
    return switch (change.before()) {
      case Side.Absent _ -> takeAway(place, change);
      case Side.Folder _ -> {
        if (place.kind() != Place.Kind.MISSING) {
          place.delete();
        }
        makeParents(place);
        place.makeFolder(TEMPORARY.folder());
        yield done(change);
      }
      case Side.Link(var target) -> {
        if (isFullFolder(place)) {
          yield left(change, FULL);
        }
        makeParents(place);
        place.link(target, TEMPORARY.file(place));
        yield done(change);
      }
      case Side.File file -> bringBack(file, place, change, contents);
      case Side.Unread unread -> {
        if (change.after() instanceof Side.Unread(var bytes, var modified, _)
            && bytes == unread.bytes()
            && modified.equals(unread.modified())) {
          place.setMode(unread.mode());
          yield done(change);
        }
        yield left(change, "no copy of it was kept: it was too large, or one of too many");
      }
      case Side.Unseen(var why) -> left(change, why);
    };
  }

  private static Restored bringBack(
      Side.File before, Place place, FileChange change, Contents contents) throws IOException {
    if (change.after() instanceof Side.File after
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
    if (isFullFolder(place)) {
      return left(change, FULL);
    }
    makeParents(place);
    place.prepare(content.get(), before.mode(), TEMPORARY.file(place));
    place.install(TEMPORARY.file(place));
    return done(change);
  }

  /// Makes room where a folder is now, if it is empty.
  private static boolean isFullFolder(Place place) throws IOException {
    return place.kind() == Place.Kind.FOLDER && !place.deleteIfEmpty();
  }

  private static void makeParents(Place place) throws IOException {
    for (var missing : place.missingFolders()) {
      missing.makeFolder(TEMPORARY.folder());
    }
  }

  private static Restored takeAway(Place place, FileChange change) throws IOException {
    if (place.kind() != Place.Kind.FOLDER) {
      place.delete();
    } else if (!place.deleteIfEmpty()) {
      return left(change, FULL);
    }
    return new Restored(change.path(), Fate.TAKEN_AWAY, "");
  }

  private static boolean isAs(Side side, Place place) throws Obstacle, IOException {
    return switch (side) {
      case Side.Absent _ -> place.kind() == Place.Kind.MISSING;
      case Side.Folder _ -> place.kind() == Place.Kind.FOLDER;
      case Side.Link(var target) ->
          place.kind() == Place.Kind.LINK && place.linkTarget().equals(target);
      case Side.Unseen _ -> false;
      // Nobody knows its content: as with git, size and time must do.
      case Side.Unread(var bytes, var modified, var mode) ->
          place.kind() == Place.Kind.FILE
              && place.size() == bytes
              && place.modified().equals(modified)
              && place.mode().equals(mode);
      case Side.File file ->
          place.kind() == Place.Kind.FILE
              && Snapshot.of(place).hasContentOf(file)
              && (file.mode().isEmpty() || place.mode().equals(file.mode()));
    };
  }

  private static Restored done(FileChange change) {
    return new Restored(change.path(), Fate.RESTORED, "");
  }

  private static Restored left(FileChange change, String why) {
    return new Restored(change.path(), Fate.LEFT_ALONE, why);
  }
}
