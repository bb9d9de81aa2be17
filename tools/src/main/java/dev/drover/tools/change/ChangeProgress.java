package dev.drover.tools.change;

import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.FileChange.Copy;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.spi.Bytes;
import dev.drover.spi.tool.ToolInvocation.FileChanges;
import dev.drover.tools.change.FileRewrite.Target;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;

/// How much of the changes announced by earlier attempts at a call was applied. Each file is moved
/// into place as a whole, so it has its old or its new content, unless another process changed it
/// since.
sealed interface ChangeProgress {
  /// Nothing was announced, so nothing was changed.
  record NotStarted() implements ChangeProgress {}

  record AllBefore() implements ChangeProgress {}

  record AllAfter(List<WorkspacePath> places) implements ChangeProgress {}

  /// Some changes are applied; the contents for the others were kept.
  ///
  /// @param rest the changes still to be made
  /// @param back the changes that undo the applied ones
  record PartlyApplied(List<FileRewrite> rest, List<FileRewrite> back) implements ChangeProgress {}

  /// Another process changed a file, or the remaining contents were not kept.
  ///
  /// @param place the file that shows it
  record Unclear(WorkspacePath place) implements ChangeProgress {}

  static ChangeProgress of(FileChanges changes, Workspace workspace) throws IOException {
    var done = new ArrayList<FileChange>();
    var open = new ArrayList<FileChange>();
    for (var change : lastOfEachFile(changes.announced())) {
      var place = place(change, workspace);
      try {
        var now = FileSnapshot.of(place);
        if (isAfter(change, now)) {
          done.add(change);
        } else if (now.hasContentOf(change.before())) {
          open.add(change);
        } else {
          return new Unclear(place);
        }
      } catch (ToolRefusal _) {
        return new Unclear(place);
      }
    }
    if (done.isEmpty()) {
      return open.isEmpty() ? new NotStarted() : new AllBefore();
    }
    if (open.isEmpty()) {
      return new AllAfter(done.stream().map(change -> place(change, workspace)).toList());
    }
    var rest = rewrites(changes, workspace, open);
    var back = rewrites(changes, workspace, done.stream().map(ChangeProgress::reversed).toList());
    return rest.size() == open.size()
        ? new PartlyApplied(rest, back)
        : new Unclear(place(open.getFirst(), workspace));
  }

  private static WorkspacePath place(FileChange change, Workspace workspace) {
    return new WorkspacePath(workspace.root(), Path.of(change.path()));
  }

  private static FileChange reversed(FileChange change) {
    return new FileChange(change.path(), change.after(), change.before());
  }

  private static Collection<FileChange> lastOfEachFile(List<FileChange> announced) {
    var last = new LinkedHashMap<String, FileChange>();
    for (var change : announced) {
      // A created folder does not prove that any other change was made.
      if (!(change.after() instanceof FileState.Folder)) {
        last.put(change.path(), change);
      }
    }
    return last.values();
  }

  private static boolean isAfter(FileChange change, FileSnapshot now) {
    boolean onlyTheMode =
        change.before() instanceof FileState.File before
            && change.after() instanceof FileState.File after
            && before.digest().equals(after.digest())
            && !after.mode().equals(now.mode());
    return now.hasContentOf(change.after()) && !onlyTheMode;
  }

  /// The rewrites that lead from the current files to the changes, as far as contents were kept.
  private static List<FileRewrite> rewrites(
      FileChanges changes, Workspace workspace, List<FileChange> wanted) throws IOException {
    var rewrites = new ArrayList<FileRewrite>();
    for (var change : wanted) {
      var place = place(change, workspace);
      try {
        var now = FileSnapshot.of(place);
        switch (change.after()) {
          case FileState.Absent _ -> rewrites.add(FileRewrite.deleting(place, now));
          case FileState.File(var digest, var mode, var copy) when copy == Copy.KEPT -> {
            var content = new Target.Content(Bytes.of(changes.read(digest)), mode);
            rewrites.add(new FileRewrite(place, now, content));
          }
          case FileState.File _,
              FileState.Folder _,
              FileState.Link _,
              FileState.Unread _,
              FileState.Unseen _ -> {}
        }
      } catch (ToolRefusal _) {
        // It is no longer a file, so there is no state to continue from.
      }
    }
    return rewrites;
  }
}
