package dev.drover.tools.change;

import dev.drover.kernel.FileChange;
import dev.drover.kernel.FileChange.Copy;
import dev.drover.kernel.FileChange.Side;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.tool.Changes;
import dev.drover.tools.change.Rewrite.Target;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.place.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;

/// How far the changes came that earlier attempts at a call announced. A file is moved into place
/// whole, so each is as it was or as it was to become, unless somebody else changed it since.
sealed interface Standing {
  /// Nothing was announced, so nothing was changed.
  record NotBegun() implements Standing {}

  record AllBefore() implements Standing {}

  record AllAfter(List<Place> places) implements Standing {}

  /// Some are done; the contents of the others were kept.
  ///
  /// @param rest what is still to be done
  /// @param back what takes back what is done
  record Between(List<Rewrite> rest, List<Rewrite> back) implements Standing {}

  /// Somebody else changed it, or the rest was not kept.
  ///
  /// @param place which file shows it
  record Unclear(Place place) implements Standing {}

  static Standing of(Changes changes, Workspace workspace) throws IOException {
    var done = new ArrayList<FileChange>();
    var open = new ArrayList<FileChange>();
    for (var change : lastOfEachFile(changes.announced())) {
      var place = place(change, workspace);
      try {
        var now = Snapshot.of(place);
        if (isAfter(change, now)) {
          done.add(change);
        } else if (now.hasContentOf(change.before())) {
          open.add(change);
        } else {
          return new Unclear(place);
        }
      } catch (Obstacle _) {
        return new Unclear(place);
      }
    }
    if (done.isEmpty()) {
      return open.isEmpty() ? new NotBegun() : new AllBefore();
    }
    if (open.isEmpty()) {
      return new AllAfter(done.stream().map(change -> place(change, workspace)).toList());
    }
    var rest = rewrites(changes, workspace, open);
    var back = rewrites(changes, workspace, done.stream().map(Standing::reversed).toList());
    return rest.size() == open.size()
        ? new Between(rest, back)
        : new Unclear(place(open.getFirst(), workspace));
  }

  private static Place place(FileChange change, Workspace workspace) {
    return new Place(workspace.root(), Path.of(change.path()));
  }

  private static FileChange reversed(FileChange change) {
    return new FileChange(change.path(), change.after(), change.before());
  }

  private static Collection<FileChange> lastOfEachFile(List<FileChange> announced) {
    var last = new LinkedHashMap<String, FileChange>();
    for (var change : announced) {
      // A folder that was made is no sign that anything else was.
      if (!(change.after() instanceof Side.Folder)) {
        last.put(change.path(), change);
      }
    }
    return last.values();
  }

  private static boolean isAfter(FileChange change, Snapshot now) {
    boolean onlyTheMode =
        change.before() instanceof Side.File before
            && change.after() instanceof Side.File after
            && before.digest().equals(after.digest())
            && !after.mode().equals(now.mode());
    return now.hasContentOf(change.after()) && !onlyTheMode;
  }

  /// What makes the changes from what is there now, as far as contents were kept.
  private static List<Rewrite> rewrites(
      Changes changes, Workspace workspace, List<FileChange> wanted) throws IOException {
    var rewrites = new ArrayList<Rewrite>();
    for (var change : wanted) {
      var place = place(change, workspace);
      try {
        var now = Snapshot.of(place);
        switch (change.after()) {
          case Side.Absent _ -> rewrites.add(Rewrite.deleting(place, now));
          case Side.File(var digest, var mode, var copy) when copy == Copy.KEPT -> {
            var content = new Target.Content(Bytes.of(changes.read(digest)), mode);
            rewrites.add(new Rewrite(place, now, content));
          }
          case Side.File _, Side.Folder _, Side.Link _, Side.Unread _, Side.Unseen _ -> {}
        }
      } catch (Obstacle _) {
        // No file any more, so there is nothing to go on from.
      }
    }
    return rewrites;
  }
}
