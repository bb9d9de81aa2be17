package dev.drover.tools.change;

import dev.drover.kernel.FileChange;
import dev.drover.kernel.FileChange.Copy;
import dev.drover.kernel.FileChange.Side;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.Changes;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.change.Rewrite.Target;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.place.Temporary;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Changes to files that belong together, all made or none.
///
/// First the old contents are kept and everything is announced. Then the new files are written
/// beside the old ones, which is where a full disk shows. Then all files are looked at once more,
/// and last the new ones are moved in. What fails on the way is taken back. If the process dies on
/// the way, what was announced tells the next attempt how far this one came ([Standing]); where
/// there are several files their new contents are kept too, so that it can go on from there.
///
/// Made for one attempt at one call.
final class Rewriting {
  private final List<Rewrite> rewrites;
  private final Changes changes;
  private final Temporary temporary;

  private final List<Place> foldersMade = new ArrayList<>();
  private int filesMade;

  Rewriting(ToolInvocation call, List<Rewrite> rewrites) {
    // Deleting comes last: it hardly ever fails, and a large file could not be put back.
    this.rewrites =
        Stream.concat(
                rewrites.stream().filter(each -> each.after() instanceof Target.Content),
                rewrites.stream().filter(each -> each.after() instanceof Target.Gone))
            .toList();
    this.changes = call.changes();
    this.temporary = Temporary.of(call);
  }

  /// Durable when this returns.
  void announce() throws IOException, InterruptedException {
    var all = new ArrayList<FileChange>();
    for (var folder : foldersToMake()) {
      all.add(new FileChange(folder.path(), FileChange.ABSENT, new Side.Folder()));
    }
    for (var rewrite : rewrites) {
      if (rewrite.before() instanceof Snapshot.Held held) {
        changes.keep(held.content().array());
      }
      all.add(
          new FileChange(rewrite.place().path(), rewrite.before().side(), after(rewrite.after())));
    }
    changes.announce(all);
  }

  /// To be called when all is announced.
  ///
  /// @throws Obstacle if a file has changed since it was looked at; then nothing is changed
  void make() throws Obstacle, IOException {
    try {
      prepare();
      for (var rewrite : rewrites) {
        mustBeAsFound(rewrite);
      }
      for (; filesMade < rewrites.size(); filesMade++) {
        moveIn(rewrites.get(filesMade));
      }
    } catch (IOException | Obstacle failed) {
      var stuck = takeBack();
      if (stuck.isEmpty()) {
        throw failed;
      }
      throw new Obstacle(
          "The change failed, and could not be taken back in %s. Read them before you go on."
              .formatted(String.join(", ", stuck)));
    }
  }

  private Side after(Target target) {
    return switch (target) {
      case Target.Gone _ -> FileChange.ABSENT;
      case Target.Content(var bytes, var mode) -> {
        boolean kept = rewrites.size() > 1 && bytes.length() <= Snapshot.MAX_HELD;
        yield kept
            ? new Side.File(changes.keep(bytes.array()), mode, Copy.KEPT)
            : new Side.File(Blobs.nameOf(bytes), mode, Copy.NOT_KEPT);
      }
    };
  }

  private Set<Place> foldersToMake() throws IOException {
    var folders = new LinkedHashSet<Place>();
    for (var rewrite : rewrites) {
      if (rewrite.after() instanceof Target.Content) {
        folders.addAll(rewrite.place().missingFolders());
      }
    }
    return folders;
  }

  private void prepare() throws IOException {
    for (var folder : foldersToMake()) {
      if (folder.makeFolder(temporary.folder())) {
        foldersMade.add(folder);
      }
    }
    for (var rewrite : rewrites) {
      if (rewrite.after() instanceof Target.Content(var bytes, var mode)) {
        var place = rewrite.place();
        place.prepare(bytes.array(), mode, temporary.file(place));
      }
    }
  }

  private static void mustBeAsFound(Rewrite rewrite) throws Obstacle, IOException {
    if (!Snapshot.of(rewrite.place()).digest().equals(rewrite.before().digest())) {
      throw new Obstacle(
          "'%s' was changed by somebody else at this very moment. Nothing was written. "
                  .formatted(rewrite.place().shown())
              + "Read it again, then repeat the change.");
    }
  }

  private void moveIn(Rewrite rewrite) throws IOException {
    var place = rewrite.place();
    switch (rewrite.after()) {
      case Target.Gone _ -> place.delete();
      case Target.Content _ -> place.install(temporary.file(place));
    }
  }

  /// Files are written on the way, which a thread that is interrupted cannot do.
  ///
  /// @return the files and folders that are not as they were
  private List<String> takeBack() {
    boolean interrupted = Thread.interrupted();
    var stuck = new ArrayList<String>();
    for (int i = rewrites.size() - 1; i >= 0; i--) {
      try {
        takeBack(i);
      } catch (IOException _) {
        stuck.add("'%s'".formatted(rewrites.get(i).place().shown()));
      }
    }
    for (var folder : foldersMade.reversed()) {
      try {
        folder.deleteIfEmpty();
      } catch (IOException _) {
        stuck.add("'%s'".formatted(folder.shown()));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return stuck;
  }

  private void takeBack(int number) throws IOException {
    var place = rewrites.get(number).place();
    if (number >= filesMade) {
      discard(place, temporary.file(place));
    } else {
      switch (rewrites.get(number).before()) {
        case Snapshot.Missing _ -> place.delete();
        case Snapshot.Held held -> {
          place.prepare(held.content().array(), held.mode(), temporary.file(place));
          place.install(temporary.file(place));
        }
        case Snapshot.Large _ ->
            throw new IOException("'%s' is too large to be put back".formatted(place.shown()));
      }
    }
  }

  /// Where the folder is not there, or is something else, nothing was written.
  private static void discard(Place place, Path temporary) throws IOException {
    try {
      place.discard(temporary);
    } catch (NoSuchFileException | NotDirectoryException _) {
      // Nothing is left.
    }
  }
}
