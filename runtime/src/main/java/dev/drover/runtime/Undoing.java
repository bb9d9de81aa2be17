package dev.drover.runtime;

import dev.drover.kernel.Event;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.Input;
import dev.drover.kernel.RunId;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.writer.Letter;
import dev.drover.runtime.writer.Reply;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.tool.Restorer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ServiceLoader;

/// Brings back the files that a run touched: reads from its events what was there before, says in
/// the journal that they are wanted back, and has it done.
final class Undoing {
  private static final int PAGE = 500;

  private final Drover drover;

  Undoing(Drover drover) {
    this.drover = drover;
  }

  UndoReport undo(RunId run, String by) {
    var row = drover.engine().catalog().run(run).orElseThrow(() -> new RunNotFound(run));
    if (row.end() == null) {
      throw new SessionBusy(row.session(), "run " + run + " is not over");
    }
    // A command that was stopped says what it changed when it has ended, and not before.
    drover.engine().settle(row.session(), Letter.Going.KEEP);
    var changes = net(touched(row));
    if (changes.isEmpty()) {
      return new UndoReport(run, List.of());
    }
    var paths = changes.stream().map(FileChange::path).toList();
    switch (drover.tell(row.session(), new Input.UndoRequested(run, by, paths))) {
      case Reply.Committed _ -> {}
      case Reply.Ignored(_, var detail) -> throw new SessionBusy(row.session(), detail);
      case Reply.Forwarded _, Reply.Existing _ ->
          throw new SessionBusy(row.session(), "another process drives it");
      case Reply.Refused(var problem) -> throw problem;
    }
    var workspace = Path.of(drover.archive().state(row.session()).profile().workspace());
    return new UndoReport(
        run, restorer().restore(workspace, changes, drover.engine().texts()::find));
  }

  /// All that the run said it changes, oldest first. Some of it may have been said after its end.
  List<FileChange> touched(RunRow row) {
    var touched = new ArrayList<FileChange>();
    var cursor = new Cursor(row.session(), row.firstSeq() - 1);
    boolean more = true;
    while (more) {
      var page = drover.archive().page(cursor, PAGE);
      for (var notice : page.items()) {
        if (notice.event() instanceof Event.FilesTouched(var run, _, var changes)
            && run.equals(row.run())) {
          touched.addAll(changes);
        }
      }
      cursor = page.next();
      more = page.hasMore();
    }
    return touched;
  }

  /// Of each path what it was first and what it became last; what was touched last comes first.
  static List<FileChange> net(List<FileChange> touched) {
    var net = new LinkedHashMap<String, FileChange>();
    for (var change : touched) {
      var earlier = net.remove(change.path());
      net.put(
          change.path(),
          earlier == null
              ? change
              : new FileChange(change.path(), earlier.before(), change.after()));
    }
    return net.values().stream()
        .filter(change -> !change.before().equals(change.after()))
        .toList()
        .reversed();
  }

  private static Restorer restorer() {
    return ServiceLoader.load(Restorer.class)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationInvalid(
                    "tools",
                    "nobody here knows how to bring files back",
                    "Add the artifact drover-tools."));
  }
}
