package dev.drover.runtime;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.Input;
import dev.drover.kernel.RunId;
import dev.drover.runtime.foreign.ForeignCode;
import dev.drover.runtime.foreign.ForeignPart;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.WaitInterrupted;
import dev.drover.runtime.watch.Cursor;
import dev.drover.runtime.writer.Letter;
import dev.drover.runtime.writer.Reply;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.tool.Restorer;
import dev.drover.spi.tool.Restorer.Fate;
import dev.drover.spi.tool.Restorer.Restored;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

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
    drover.engine().partings().settle(row.session(), Letter.Going.KEEP);
    var touched = touched(row);
    var files = new ArrayList<>(restored(row, by, touched.net()));
    if (!touched.unseen().isEmpty()) {
      files.add(new Restored(".", Fate.LEFT_ALONE, cutOff(touched.unseen())));
    }
    return new UndoReport(run, files);
  }

  private List<Restored> restored(RunRow row, String by, List<FileChange> changes) {
    if (changes.isEmpty()) {
      return List.of();
    }
    var paths = changes.stream().map(FileChange::path).toList();
    switch (drover.tell(row.session(), new Input.UndoRequested(row.run(), by, paths))) {
      case Reply.Committed _ -> {}
      case Reply.Ignored(_, var detail) -> throw new SessionBusy(row.session(), detail);
      case Reply.Forwarded _, Reply.Existing _ ->
          throw new SessionBusy(row.session(), "another process drives it");
      case Reply.Refused(var problem) -> throw problem;
    }
    var workspace = Path.of(drover.archive().state(row.session()).profile().workspace());
    return restored(workspace, changes);
  }

  private List<Restored> restored(Path workspace, List<FileChange> changes) {
    var restorer = restorer();
    try {
      return new ForeignCode(ForeignPart.RESTORER, restorer.getClass().getName())
          .call(
              "restore", () -> restorer.restore(workspace, changes, drover.engine().texts()::find));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("files that are brought back");
    }
  }

  private static String cutOff(List<EffectId> calls) {
    var names = calls.stream().map(EffectId::toString).collect(Collectors.joining(", "));
    return "%s of the run was cut off before anybody saw what it had changed".formatted(names);
  }

  private Touched touched(RunRow row) {
    var touched = new Touched(row.run());
    var cursor = new Cursor(row.session(), row.firstSeq() - 1);
    boolean more = true;
    while (more) {
      var page = drover.archive().page(cursor, PAGE);
      page.items().forEach(notice -> touched.read(notice.event()));
      cursor = page.next();
      more = page.hasMore();
    }
    return touched;
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
