package dev.drover.tools.change;

import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.FileChange.Copy;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import dev.drover.tools.change.FileRewrite.Target;
import dev.drover.tools.workspace.TemporaryNames;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Changes to several files, applied all or none.
///
/// First the old contents are kept and all changes are announced. Then the new files are written
/// next to the old ones, which is where a full disk shows. Then all files are checked once more,
/// and finally the new ones are moved into place. A failure on the way is rolled back. If the
/// process dies, the announcement shows the next attempt how far this one came ([ChangeProgress]);
/// with several files their new contents are kept too, so that the next attempt can continue.
///
/// Used for one attempt at one call.
final class RewriteTransaction {
  private final List<FileRewrite> rewrites;
  private final FileChanges changes;
  private final TemporaryNames temporary;

  private final List<WorkspacePath> foldersMade = new ArrayList<>();
  private int filesMade;

  RewriteTransaction(ToolInvocation call, List<FileRewrite> rewrites) {
    // Deletions come last: they rarely fail, and a large deleted file could not be restored.
    this.rewrites =
        Stream.concat(
                rewrites.stream().filter(each -> each.after() instanceof Target.Content),
                rewrites.stream().filter(each -> each.after() instanceof Target.Deleted))
            .toList();
    this.changes = call.changes();
    this.temporary = TemporaryNames.of(call);
  }

  /// The announcement is durable when this returns.
  void announce() throws IOException, InterruptedException {
    var all = new ArrayList<FileChange>();
    for (var folder : foldersToMake()) {
      all.add(new FileChange(folder.path(), FileChange.ABSENT, new FileState.Folder()));
    }
    for (var rewrite : rewrites) {
      if (rewrite.before() instanceof FileSnapshot.Held held) {
        changes.store(held.content().array());
      }
      all.add(
          new FileChange(rewrite.path().path(), rewrite.before().side(), after(rewrite.after())));
    }
    changes.announce(all);
  }

  /// Call this after [#announce].
  ///
  /// @throws ToolRefusal if a file has changed since it was read; then nothing is changed
  void make() throws ToolRefusal, IOException {
    try {
      prepare();
      for (var rewrite : rewrites) {
        requireUnchanged(rewrite);
      }
      for (; filesMade < rewrites.size(); filesMade++) {
        moveIn(rewrites.get(filesMade));
      }
    } catch (IOException | ToolRefusal failed) {
      var stuck = rollBack();
      if (stuck.isEmpty()) {
        throw failed;
      }
      throw new ToolRefusal(
          "The change failed, and could not be taken back in %s. Read them before you go on."
              .formatted(String.join(", ", stuck)));
    }
  }

  private FileState after(Target target) {
    return switch (target) {
      case Target.Deleted _ -> FileChange.ABSENT;
      case Target.Content(var bytes, var mode) -> {
        boolean kept = rewrites.size() > 1 && bytes.length() <= FileSnapshot.MAX_HELD;
        yield kept
            ? new FileState.File(changes.store(bytes.array()), mode, Copy.KEPT)
            : new FileState.File(Blobs.idOf(bytes), mode, Copy.NOT_KEPT);
      }
    };
  }

  private Set<WorkspacePath> foldersToMake() throws IOException {
    var folders = new LinkedHashSet<WorkspacePath>();
    for (var rewrite : rewrites) {
      if (rewrite.after() instanceof Target.Content) {
        folders.addAll(rewrite.path().missingFolders());
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
        var place = rewrite.path();
        place.prepare(bytes.array(), mode, temporary.file(place));
      }
    }
  }

  private static void requireUnchanged(FileRewrite rewrite) throws ToolRefusal, IOException {
    if (!FileSnapshot.of(rewrite.path()).digest().equals(rewrite.before().digest())) {
      throw new ToolRefusal(
          "'%s' was changed by somebody else at this very moment. Nothing was written. "
                  .formatted(rewrite.path().displayPath())
              + "Read it again, then repeat the change.");
    }
  }

  private void moveIn(FileRewrite rewrite) throws IOException {
    var place = rewrite.path();
    switch (rewrite.after()) {
      case Target.Deleted _ -> place.delete();
      case Target.Content _ -> place.install(temporary.file(place));
    }
  }

  /// Clears the interrupt while it runs, because an interrupted thread cannot write files.
  ///
  /// @return the files and folders that could not be restored
  private List<String> rollBack() {
    boolean interrupted = Thread.interrupted();
    var stuck = new ArrayList<String>();
    for (int i = rewrites.size() - 1; i >= 0; i--) {
      try {
        rollBack(i);
      } catch (IOException _) {
        stuck.add("'%s'".formatted(rewrites.get(i).path().displayPath()));
      }
    }
    for (var folder : foldersMade.reversed()) {
      try {
        folder.deleteIfEmpty();
      } catch (IOException _) {
        stuck.add("'%s'".formatted(folder.displayPath()));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return stuck;
  }

  private void rollBack(int number) throws IOException {
    var place = rewrites.get(number).path();
    if (number >= filesMade) {
      discard(place, temporary.file(place));
    } else {
      switch (rewrites.get(number).before()) {
        case FileSnapshot.Missing _ -> place.delete();
        case FileSnapshot.Held held -> {
          place.prepare(held.content().array(), held.mode(), temporary.file(place));
          place.install(temporary.file(place));
        }
        case FileSnapshot.Large _ ->
            throw new IOException(
                "'%s' is too large to be put back".formatted(place.displayPath()));
      }
    }
  }

  /// If the folder is missing or something else, nothing was written.
  private static void discard(WorkspacePath place, Path temporary) throws IOException {
    try {
      place.discard(temporary);
    } catch (NoSuchFileException | NotDirectoryException _) {
      // Nothing is left to discard.
    }
  }
}
