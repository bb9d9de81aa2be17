package dev.drover.tools.look;

import dev.drover.kernel.FileChange;
import dev.drover.spi.tool.Changes;
import dev.drover.tools.change.Snapshot;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.place.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is different between two looks, in an order in which it could have been done: taken back in
/// the opposite order, each step finds what it needs.
final class Differences {
  private final Look before;
  private final Look after;
  private final Workspace workspace;
  private final FormerRules rules;

  private final List<FileChange> foldersMade = new ArrayList<>();
  private final List<FileChange> files = new ArrayList<>();
  private final List<FileChange> foldersGone = new ArrayList<>();

  private Differences(Look before, Look after, Workspace workspace, Changes changes) {
    this.before = before;
    this.after = after;
    this.workspace = workspace;
    this.rules = new FormerRules(before, changes);
  }

  static List<FileChange> between(Look before, Look after, Workspace workspace, Changes changes) {
    return new Differences(before, after, workspace, changes).all();
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
      } else if (was != null && is != null && !was.isAs(is)) {
        add(path, was, is);
      }
    }
    var all = new ArrayList<>(foldersMade);
    all.addAll(files);
    all.addAll(foldersGone.reversed());
    return all;
  }

  private void made(String path, Seen is) {
    if (!before.hasMissed(path) && !rules.ignored(path, is instanceof Seen.Folder)) {
      add(path, null, is);
    }
  }

  /// It may only be ignored now, or may not be looked at any more.
  private void lost(String path, Seen was) {
    var place = new Place(workspace.root(), Path.of(path));
    try {
      switch (place.kind()) {
        case MISSING -> add(path, was, null);
        case FOLDER -> addIfOther(path, was, new Seen.Folder(false));
        case LINK -> addIfOther(path, was, new Seen.Link(place.linkTarget()));
        case FILE -> addIfOther(path, was, file(place));
        case SPECIAL -> {}
      }
    } catch (IOException | Obstacle unreadable) {
      // Nobody can tell what it is, so nobody can take it back.
    }
  }

  private static Seen file(Place place) throws IOException, Obstacle {
    var size = place.size();
    var modified = place.modified();
    return new Seen.File(place.mode(), size, modified, Snapshot.of(place).digest().orElse(null));
  }

  private void addIfOther(String path, Seen was, Seen is) {
    if (!was.isAs(is)) {
      add(path, was, is);
    }
  }

  private void add(String path, @Nullable Seen was, @Nullable Seen is) {
    var change =
        new FileChange(
            path,
            was == null ? FileChange.ABSENT : was.side(),
            is == null ? FileChange.ABSENT : is.side());
    if (is instanceof Seen.Folder) {
      foldersMade.add(change);
    } else if (was instanceof Seen.Folder) {
      foldersGone.add(change);
    } else {
      files.add(change);
    }
  }
}
