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
  record Between(List<Place> done, List<Rewrite> rest) implements Standing {}

  /// Somebody else changed it, or the rest was not kept.
  ///
  /// @param place which file shows it
  record Unclear(Place place) implements Standing {}

  static Standing of(Changes changes, Workspace workspace) throws IOException {
    var done = new ArrayList<Place>();
    var open = new ArrayList<FileChange>();
    for (var change : lastOfEachFile(changes.announced())) {
      var place = new Place(workspace.root(), Path.of(change.path()));
      try {
        var now = Snapshot.of(place);
        if (isAfter(change, now)) {
          done.add(place);
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
    return open.isEmpty() ? new AllAfter(done) : between(changes, workspace, done, open);
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

  private static Standing between(
      Changes changes, Workspace workspace, List<Place> done, List<FileChange> open)
      throws IOException {
    var rest = new ArrayList<Rewrite>();
    for (var change : open) {
      var place = new Place(workspace.root(), Path.of(change.path()));
      try {
        var now = Snapshot.of(place);
        switch (change.after()) {
          case Side.Absent _ -> rest.add(Rewrite.deleting(place, now));
          case Side.File(var digest, var mode, var copy) when copy == Copy.KEPT ->
              rest.add(
                  new Rewrite(
                      place, now, new Target.Content(Bytes.of(changes.read(digest)), mode)));
          case Side.File _, Side.Folder _, Side.Link _ -> {
            return new Unclear(place);
          }
        }
      } catch (Obstacle _) {
        return new Unclear(place);
      }
    }
    return new Between(done, rest);
  }
}
