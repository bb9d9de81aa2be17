package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.e;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Usage;
import java.util.List;

/// Decisions about a snapshot of the workspace before a call, and the changes found after it.
final class WorkspaceSnapshotRows {
  private static final BlobId SNAPSHOT = new BlobId("0d".repeat(32));
  private static final RunId EARLIER = new RunId("earlier");
  private static final FileChange CHANGE =
      new FileChange("a.txt", FileChange.ABSENT, new FileChange.FileState.Link("b.txt"));

  private static final HandwrittenJournal OVER =
      HalfFinishedTurns.ONE_LEFT.then(
          SampleEvents.settled(3, new ToolOutcome.Cancelled("cancelled by ann")),
          SampleEvents.interrupted(4, ""),
          SampleEvents.cancelledByAnn(Usage.NONE));

  private WorkspaceSnapshotRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("a call that runs has looked at the workspace")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(looked(2))
            .then(new Event.WorkspaceKept(RUN, e(2), SNAPSHOT)),
        row("a call that is being probed has looked at the workspace")
            .given(HalfFinishedTurns.PROBING)
            .when(looked(2))
            .then(new Event.WorkspaceKept(RUN, e(2), SNAPSHOT)),
        row("a look of a call that waits for its turn")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(looked(3))
            .ignored(Why.STALE),
        row("a look of a call that waits for a person")
            .given(HalfFinishedTurns.ASKED_ALONE)
            .when(looked(2))
            .ignored(Why.STALE),
        row("a look of a call that has ended")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(looked(2))
            .ignored(Why.STALE),
        row("a look while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(looked(1))
            .ignored(Why.STALE),
        row("a look when no run is going")
            .given(HandwrittenJournal.opened())
            .when(looked(1))
            .ignored(Why.STALE),
        row("a look before the opening")
            .given(HandwrittenJournal.empty())
            .when(looked(1))
            .ignored(Why.NOT_OPEN),
        row("what a call that runs has changed")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call had changed when its process died")
            .given(HalfFinishedTurns.PROBING)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call has changed that was settled before it ended")
            .given(HalfFinishedTurns.ONE_LEFT)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call has changed whose turn is over")
            .given(
                HalfFinishedTurns.ONE_LEFT.then(
                    SampleEvents.settled(3, new ToolOutcome.Cancelled("by ann"))))
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call changed that may begin again")
            .given(HalfFinishedTurns.ASKED_AGAIN)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call changed that has its turn again")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(found(RUN, 3))
            .then(touched(RUN, 3)),
        row("what an earlier run has changed, while calls are carried out")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(found(EARLIER, 1))
            .then(touched(EARLIER, 1)),
        row("what an earlier run has changed, while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(found(EARLIER, 1))
            .then(touched(EARLIER, 1)),
        row("what a run has changed that is over")
            .given(OVER)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call changed that never began")
            .given(HandwrittenJournal.opened())
            .when(found(EARLIER, 1))
            .ignored(Why.STALE),
        row("nothing was changed")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(new Input.FilesFound(RUN, e(2), List.of()))
            .ignored(Why.NOTHING_TO_DO),
        row("nothing was changed by a call whose process died")
            .given(HalfFinishedTurns.PROBING)
            .when(new Input.FilesFound(RUN, e(2), List.of()))
            .then(new Event.FilesTouched(RUN, e(2), List.of())),
        row("nothing was changed by a call that was cut off")
            .given(OVER)
            .when(new Input.FilesFound(RUN, e(2), List.of()))
            .then(new Event.FilesTouched(RUN, e(2), List.of())),
        row("changes found before the opening")
            .given(HandwrittenJournal.empty())
            .when(found(RUN, 1))
            .ignored(Why.NOT_OPEN));
  }

  private static Input looked(long effect) {
    return new Input.WorkspaceCaptured(e(effect), SNAPSHOT);
  }

  private static Input found(RunId run, long effect) {
    return new Input.FilesFound(run, e(effect), List.of(CHANGE));
  }

  private static Event touched(RunId run, long effect) {
    return new Event.FilesTouched(run, e(effect), List.of(CHANGE));
  }
}
