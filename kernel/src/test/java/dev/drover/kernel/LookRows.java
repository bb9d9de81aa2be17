package dev.drover.kernel;

import static dev.drover.kernel.DecisionRow.row;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.e;

import dev.drover.kernel.Decision.Why;
import java.util.List;

/// What follows when a call looks at the workspace before it starts, and when it is found out
/// afterwards what it changed.
final class LookRows {
  private static final BlobId LOOK = new BlobId("0d".repeat(32));
  private static final RunId EARLIER = new RunId("earlier");
  private static final FileChange CHANGE =
      new FileChange("a.txt", FileChange.ABSENT, new FileChange.Side.Link("b.txt"));

  private static final Story OVER =
      Turn.ONE_LEFT.then(
          Facts.settled(3, new ToolOutcome.Cancelled("cancelled by ann")),
          Facts.interrupted(4, ""),
          Facts.cancelledByAnn(Usage.NONE));

  private LookRows() {}

  static List<DecisionRow> all() {
    return List.of(
        row("a call that runs has looked at the workspace")
            .given(Turn.BOTH_RUN)
            .when(looked(2))
            .then(new Event.WorkspaceKept(RUN, e(2), LOOK)),
        row("a call that is being probed has looked at the workspace")
            .given(Turn.PROBING)
            .when(looked(2))
            .then(new Event.WorkspaceKept(RUN, e(2), LOOK)),
        row("a look of a call that waits for its turn")
            .given(Turn.IN_ORDER)
            .when(looked(3))
            .ignored(Why.STALE),
        row("a look of a call that waits for a person")
            .given(Turn.ASKED_ALONE)
            .when(looked(2))
            .ignored(Why.STALE),
        row("a look of a call that has ended")
            .given(Turn.ONE_LEFT)
            .when(looked(2))
            .ignored(Why.STALE),
        row("a look while the model is asked")
            .given(Story.thinking())
            .when(looked(1))
            .ignored(Why.STALE),
        row("a look when no run is going").given(Story.opened()).when(looked(1)).ignored(Why.STALE),
        row("a look before the opening")
            .given(Story.untold())
            .when(looked(1))
            .ignored(Why.NOT_OPEN),
        row("what a call that runs has changed")
            .given(Turn.BOTH_RUN)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call had changed when its process died")
            .given(Turn.PROBING)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call has changed that was settled before it ended")
            .given(Turn.ONE_LEFT)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call has changed whose turn is over")
            .given(Turn.ONE_LEFT.then(Facts.settled(3, new ToolOutcome.Cancelled("by ann"))))
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call changed that may begin again")
            .given(Turn.ASKED_AGAIN)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call changed that has its turn again")
            .given(Turn.IN_ORDER)
            .when(found(RUN, 3))
            .then(touched(RUN, 3)),
        row("what an earlier run has changed, while calls are carried out")
            .given(Turn.BOTH_RUN)
            .when(found(EARLIER, 1))
            .then(touched(EARLIER, 1)),
        row("what an earlier run has changed, while the model is asked")
            .given(Story.thinking())
            .when(found(EARLIER, 1))
            .then(touched(EARLIER, 1)),
        row("what a run has changed that is over")
            .given(OVER)
            .when(found(RUN, 2))
            .then(touched(RUN, 2)),
        row("what a call changed that never began")
            .given(Story.opened())
            .when(found(EARLIER, 1))
            .ignored(Why.STALE),
        row("nothing was changed")
            .given(Turn.BOTH_RUN)
            .when(new Input.FilesFound(RUN, e(2), List.of()))
            .ignored(Why.NOTHING_TO_DO),
        row("nothing was changed by a call whose process died")
            .given(Turn.PROBING)
            .when(new Input.FilesFound(RUN, e(2), List.of()))
            .then(new Event.FilesTouched(RUN, e(2), List.of())),
        row("nothing was changed by a call that was cut off")
            .given(OVER)
            .when(new Input.FilesFound(RUN, e(2), List.of()))
            .then(new Event.FilesTouched(RUN, e(2), List.of())),
        row("changes found before the opening")
            .given(Story.untold())
            .when(found(RUN, 1))
            .ignored(Why.NOT_OPEN));
  }

  private static Input looked(long effect) {
    return new Input.WorkspaceLooked(e(effect), LOOK);
  }

  private static Input found(RunId run, long effect) {
    return new Input.FilesFound(run, e(effect), List.of(CHANGE));
  }

  private static Event touched(RunId run, long effect) {
    return new Event.FilesTouched(run, e(effect), List.of(CHANGE));
  }
}
