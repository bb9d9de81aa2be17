package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.e;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.FileChange;
import java.util.List;
import java.util.stream.IntStream;

/// Decisions about announced file changes and their undo.
final class AnnouncementRows {
  private static final FileChange CHANGE = change("src/a.txt");
  private static final Input UNDO = new Input.UndoRequested(RUN, "ann", List.of("src/a.txt"));

  private AnnouncementRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("a call that runs makes its changes known")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(announced(2, List.of(CHANGE)))
            .then(touched(2, List.of(CHANGE))),
        row("very many changes are told in several facts")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(announced(3, many(0, 600)))
            .then(touched(3, many(0, 256)), touched(3, many(256, 512)), touched(3, many(512, 600))),
        row("as many changes as fill two facts are told in two")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(announced(3, many(0, 512)))
            .then(touched(3, many(0, 256)), touched(3, many(256, 512))),
        row("a call that is being probed may tell what it finds")
            .given(HalfFinishedTurns.PROBING)
            .when(announced(2, List.of(CHANGE)))
            .then(touched(2, List.of(CHANGE))),
        row("no change is nothing to tell")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(announced(2, List.of()))
            .ignored(Why.NOTHING_TO_DO),
        row("changes of a call that waits for its turn")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(announced(3, List.of(CHANGE)))
            .ignored(Why.STALE),
        row("changes of a call that waits for a person")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(announced(2, List.of(CHANGE)))
            .ignored(Why.STALE),
        row("changes of a call that has ended")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(announced(2, List.of(CHANGE)))
            .ignored(Why.STALE),
        row("changes while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(announced(1, List.of(CHANGE)))
            .ignored(Why.STALE),
        row("changes before the opening")
            .given(HandwrittenJournal.empty())
            .when(announced(1, List.of(CHANGE)))
            .ignored(Why.NOT_OPEN),
        row("changes when no run is going")
            .given(HandwrittenJournal.opened())
            .when(announced(1, List.of(CHANGE)))
            .ignored(Why.STALE),
        row("the files of a run are wanted back")
            .given(HandwrittenJournal.opened())
            .when(UNDO)
            .then(new Event.UndoOrdered(RUN, "ann", List.of("src/a.txt"))),
        row("the files of a run that touched none are wanted back")
            .given(HandwrittenJournal.opened())
            .when(new Input.UndoRequested(RUN, "ann", List.of()))
            .ignored(Why.NOTHING_TO_DO),
        row("files are wanted back while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(UNDO)
            .ignored(Why.BUSY),
        row("files are wanted back while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(UNDO)
            .ignored(Why.BUSY),
        row("files are wanted back before the opening")
            .given(HandwrittenJournal.empty())
            .when(UNDO)
            .ignored(Why.NOT_OPEN));
  }

  private static FileChange change(String path) {
    return new FileChange(path, FileChange.ABSENT, new FileChange.FileState.Folder());
  }

  private static List<FileChange> many(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> change("f" + n)).toList();
  }

  private static Input announced(long effect, List<FileChange> changes) {
    return new Input.FilesAnnounced(e(effect), changes);
  }

  private static Event touched(long effect, List<FileChange> changes) {
    return new Event.FilesTouched(RUN, e(effect), changes);
  }
}
