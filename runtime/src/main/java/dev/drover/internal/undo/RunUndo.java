package dev.drover.internal.undo;

import dev.drover.internal.foreign.ForeignCode;
import dev.drover.internal.foreign.ForeignPart;
import dev.drover.internal.inbox.SessionInputs;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.session.SessionShutdown;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.SessionUnavailable.SessionBusy;
import dev.drover.problem.WaitEnded.WaitInterrupted;
import dev.drover.session.UndoReport;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.tool.FileRestorer;
import dev.drover.spi.tool.FileRestorer.RestoreStatus;
import dev.drover.spi.tool.FileRestorer.RestoredFile;
import dev.drover.watch.Cursor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/// Restores the files that a run changed: reads their earlier content from its events, journals the
/// undo, and carries it out.
public record RunUndo(
    StoredSessionQueries queries,
    SessionInputs inputs,
    SessionShutdown shutdown,
    EventTexts texts,
    Catalog catalog) {
  private static final int PAGE = 500;

  public UndoReport undo(RunId run, String by) {
    var row = catalog.run(run).orElseThrow(() -> new RunNotFound(run));
    if (row.end() == null) {
      throw new SessionBusy(row.session(), "run " + run + " is not over");
    }
    // A stopped command reports its changes only when it has ended.
    shutdown.awaitStopped(row.session(), WriterMessage.ActiveRunAction.KEEP);
    var touched = touched(row);
    var files = new ArrayList<>(restored(row, by, touched.netChanges()));
    if (!touched.unknownCalls().isEmpty()) {
      files.add(new RestoredFile(".", RestoreStatus.LEFT_ALONE, cutOff(touched.unknownCalls())));
    }
    return new UndoReport(run, files);
  }

  private List<RestoredFile> restored(RunRow row, String by, List<FileChange> changes) {
    if (changes.isEmpty()) {
      return List.of();
    }
    var paths = changes.stream().map(FileChange::path).toList();
    switch (inputs.submit(row.session(), new Input.UndoRequested(row.run(), by, paths))) {
      case WriterReply.Committed _ -> {}
      case WriterReply.Ignored(_, var detail) -> throw new SessionBusy(row.session(), detail);
      case WriterReply.Forwarded _, WriterReply.Existing _ ->
          throw new SessionBusy(row.session(), "another process drives it");
      case WriterReply.Refused(var problem) -> throw problem;
    }
    var workspace = Path.of(queries.state(row.session()).profile().workspace());
    return restored(workspace, changes);
  }

  private List<RestoredFile> restored(Path workspace, List<FileChange> changes) {
    var restorer = restorer();
    try {
      return new ForeignCode(ForeignPart.RESTORER, restorer.getClass().getName())
          .call("restore", () -> restorer.restore(workspace, changes, texts::find));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new WaitInterrupted("files that are brought back");
    }
  }

  private static String cutOff(List<EffectId> calls) {
    var names = calls.stream().map(EffectId::toString).collect(Collectors.joining(", "));
    return "%s of the run was cut off before anybody saw what it had changed".formatted(names);
  }

  private TouchedFiles touched(RunRow row) {
    var touched = new TouchedFiles(row.run());
    var cursor = new Cursor(row.session(), row.firstSeq() - 1);
    boolean more = true;
    while (more) {
      var page = queries.page(cursor, PAGE);
      page.items().forEach(notice -> touched.add(notice.event()));
      cursor = page.next();
      more = page.hasMore();
    }
    return touched;
  }

  private static FileRestorer restorer() {
    return ServiceLoader.load(FileRestorer.class)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationInvalid(
                    "tools",
                    "nobody here knows how to bring files back",
                    "Add the artifact drover-tools."));
  }
}
