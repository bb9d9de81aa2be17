package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.COST;
import static dev.drover.kernel.machine.SampleValues.DENY;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.REJECT;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.approval;
import static dev.drover.kernel.machine.SampleValues.cancel;
import static dev.drover.kernel.machine.SampleValues.cancelAny;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.together;
import static dev.drover.kernel.machine.SampleValues.unsafe;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.util.ArrayList;
import java.util.List;

/// Decisions about direct calls of the host.
final class DirectRows {
  static final RunId CALL = new RunId("c-1");
  private static final String DIED =
      "the process died while the call was under way; it may have happened";
  private static final FileChange CHANGE =
      new FileChange("src/a.txt", FileChange.ABSENT, new FileChange.FileState.Folder());

  private static final BlobId SNAPSHOT = new BlobId("cd".repeat(32));
  private static final Input LOOKED = new Input.WorkspaceCaptured(e(1), SNAPSHOT);

  /// The host called e1, which runs; there is no current run.
  static final HandwrittenJournal RUNS = runs(together());

  /// The host called e1, which is deferred.
  static final HandwrittenJournal AWAY =
      RUNS.then(new Event.ToolDeferred(CALL, e(1), null, List.of()));

  /// The host waits for a person about e1.
  static final HandwrittenJournal ASKS =
      HandwrittenJournal.opened().then(accepted(planned(1, together(), ASK)), asked(1));

  /// The outcome of e1 was lost, and its tool is finding out.
  static final HandwrittenJournal PROBES = runs(unsafe(AfterCrash.PROBE)).then(recoveredCall(1));

  private DirectRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(calling());
    rows.addAll(running());
    rows.addAll(asking());
    rows.addAll(stopping());
    rows.addAll(recovering());
    return rows;
  }

  private static List<DecisionRow> calling() {
    var first = planned(1, together(), ALLOW);
    var second = planned(2, together(), ALLOW);
    return List.of(
        row("the host calls a tool while no run is going")
            .given(HandwrittenJournal.opened())
            .when(called(first))
            .then(accepted(first), started(1, 1)),
        row("the host calls a tool while the model is asked")
            .given(HandwrittenJournal.thinking())
            .when(called(second))
            .then(accepted(second), started(2, 1)),
        row("the host calls a tool beside a turn that runs in order")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(called(planned(4, together(), ALLOW)))
            .then(accepted(planned(4, together(), ALLOW)), started(4, 1)),
        row("the host calls a tool before the opening")
            .given(HandwrittenJournal.empty())
            .when(called(first))
            .ignored(Why.NOT_OPEN),
        row("the host calls a tool with arguments that do not fit")
            .given(HandwrittenJournal.opened())
            .when(called(planned(1, together(), REJECT)))
            .then(
                accepted(planned(1, together(), REJECT)),
                settled(1, new ToolOutcome.Refused("no tool 'sned'; close: send"))),
        row("a governed call is denied")
            .given(HandwrittenJournal.opened())
            .when(called(planned(1, together(), DENY)))
            .then(
                accepted(planned(1, together(), DENY)),
                settled(1, new ToolOutcome.Denied("never-send", "Not from here."))),
        row("a person is asked about a governed call")
            .given(HandwrittenJournal.opened())
            .when(called(planned(1, together(), ASK)))
            .then(accepted(planned(1, together(), ASK)), asked(1)),
        row("there are too many direct calls")
            .given(full())
            .when(called(planned(65, together(), ALLOW)))
            .ignored(Why.BUSY));
  }

  private static List<DecisionRow> running() {
    return List.of(
        row("a direct call answers")
            .given(RUNS)
            .when(new Input.ToolAnswered(e(1), FINE))
            .then(settled(1, FINE)),
        row("a direct call answers while calls of a turn run")
            .given(
                HalfFinishedTurns.BOTH_RUN.then(
                    accepted(planned(4, together(), ALLOW)), started(4, 1)))
            .when(new Input.ToolAnswered(e(4), FINE))
            .then(settled(4, FINE)),
        row("a direct call makes its changes known")
            .given(RUNS)
            .when(new Input.FilesAnnounced(e(1), List.of(CHANGE)))
            .then(new Event.FilesTouched(CALL, e(1), List.of(CHANGE))),
        row("a direct call that runs has looked at the workspace")
            .given(RUNS)
            .when(LOOKED)
            .then(new Event.WorkspaceKept(CALL, e(1), SNAPSHOT)),
        row("a direct call that runs is approved")
            .given(RUNS)
            .when(approval(1, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)))
            .ignored(Why.STALE),
        row("the time to approve a direct call that runs is over")
            .given(RUNS)
            .when(new Input.ApprovalExpired(e(1)))
            .ignored(Why.STALE),
        row("a direct call that runs is probed")
            .given(RUNS)
            .when(new Input.ToolProbed(e(1), new ProbeResult.DidNotHappen()))
            .ignored(Why.STALE),
        row("a direct call that has ended answers")
            .given(RUNS.then(settled(1, FINE)))
            .when(new Input.ToolAnswered(e(1), FINE))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> asking() {
    return List.of(
        row("a person says yes to a direct call")
            .given(ASKS)
            .when(approval(1, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)))
            .then(
                new Event.ApprovalAnswered(
                    CALL, e(1), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "bob"),
                started(1, 1)),
        row("a person says no to a direct call and stops what can be stopped")
            .given(ASKS)
            .when(approval(1, new ApprovalAnswer.No("no", ApprovalAnswer.OnDenial.STOP)))
            .then(
                new Event.ApprovalAnswered(
                    CALL, e(1), new ApprovalAnswer.No("no", ApprovalAnswer.OnDenial.STOP), "bob"),
                settled(1, new ToolOutcome.Denied("bob", "no"))),
        row("a direct call that waits for a person answers")
            .given(ASKS)
            .when(new Input.ToolAnswered(e(1), FINE))
            .ignored(Why.STALE),
        row("a direct call that waits for a person touches files")
            .given(ASKS)
            .when(new Input.FilesAnnounced(e(1), List.of(CHANGE)))
            .ignored(Why.STALE),
        row("a direct call that waits for a person looks at the workspace")
            .given(ASKS)
            .when(LOOKED)
            .ignored(Why.STALE),
        row("a direct call that waits for a person is probed")
            .given(ASKS)
            .when(new Input.ToolProbed(e(1), new ProbeResult.DidNotHappen()))
            .ignored(Why.STALE),
        row("the time to approve a direct call is not over")
            .given(ASKS)
            .when(new Input.ApprovalExpired(e(1)))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> stopping() {
    return List.of(
        row("a direct call is cancelled by its name")
            .given(RUNS)
            .when(cancel(CALL, ""))
            .then(settled(1, new ToolOutcome.Cancelled("cancelled by ann"))),
        row("a run is cancelled while only a direct call is open")
            .given(RUNS)
            .when(cancel(RUN, ""))
            .ignored(Why.IDLE),
        row("a direct call is cancelled beside a run")
            .given(
                HandwrittenJournal.thinking()
                    .then(accepted(planned(2, together(), ALLOW)), started(2, 1)))
            .when(cancel(CALL, ""))
            .then(settled(2, new ToolOutcome.Cancelled("cancelled by ann"))),
        row("a run is cancelled beside a direct call")
            .given(
                HandwrittenJournal.thinking()
                    .then(accepted(planned(2, together(), ALLOW)), started(2, 1)))
            .when(cancel(RUN, ""))
            .then(SampleEvents.interrupted(1, ""), SampleEvents.cancelledByAnn(Usage.NONE)),
        row("a close ends a run and the direct call beside it")
            .given(
                HandwrittenJournal.thinking()
                    .then(accepted(planned(2, together(), ALLOW)), started(2, 1)))
            .when(new Input.CloseRequested("close", "enough", Text.EMPTY))
            .then(
                settled(2, new ToolOutcome.Cancelled("cancelled by close")),
                SampleEvents.interrupted(1, ""),
                SampleEvents.finished(new RunOutcome.Cancelled("close", "enough"), Usage.NONE)),
        row("everything that is going is cancelled")
            .given(
                HalfFinishedTurns.ASKED_ALONE.then(accepted(planned(3, together(), ASK)), asked(3)))
            .when(cancelAny())
            .then(
                settled(3, new ToolOutcome.Cancelled("cancelled by ann")),
                SampleEvents.settled(2, new ToolOutcome.Cancelled("cancelled by ann")),
                SampleEvents.interrupted(4, ""),
                SampleEvents.cancelledByAnn(COST)));
  }

  private static List<DecisionRow> recovering() {
    return List.of(
        row("a direct call that may be repeated is begun again")
            .given(RUNS)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(recoveredCall(1), started(1, 2)),
        row("a direct call that is unsafe is in doubt")
            .given(runs(unsafe(AfterCrash.TELL_MODEL)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(recoveredCall(1), settled(1, new ToolOutcome.Unknown(DIED))),
        row("a direct call with a probe is probed")
            .given(runs(unsafe(AfterCrash.PROBE)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(recoveredCall(1)),
        row("a direct call is closed")
            .given(RUNS)
            .when(recovered(RecoveryCourse.CLOSE))
            .then(
                recoveredCall(1),
                settled(
                    1, new ToolOutcome.Unknown("the process died while the call was under way"))),
        row("a direct call that waits for a person goes on waiting")
            .given(ASKS)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .ignored(Why.IDLE),
        row("a direct call is lost beside a run that waits for a person")
            .given(
                HalfFinishedTurns.ASKED_ALONE.then(
                    accepted(planned(3, together(), ALLOW)), started(3, 1)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(recoveredCall(3), started(3, 2)),
        row("a direct call and a run are lost together")
            .given(
                HandwrittenJournal.thinking()
                    .then(accepted(planned(2, together(), ALLOW)), started(2, 1)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(recoveredCall(2), started(2, 2), SampleEvents.recovered(1)),
        row("a direct call is begun again though the run beside it is given up")
            .given(
                HandwrittenJournal.thinking()
                    .then(SampleEvents.recovered(1), SampleEvents.recovered(1))
                    .then(accepted(planned(2, together(), ALLOW)), started(2, 1)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(
                recoveredCall(2),
                started(2, 2),
                SampleEvents.recovered(1),
                SampleEvents.finished(
                    new RunOutcome.Failed(RunProblems.crashLoop(SampleValues.LIMITS), Text.EMPTY),
                    Usage.NONE)),
        row("a direct call that happened is settled with its outcome")
            .given(PROBES)
            .when(new Input.ToolProbed(e(1), new ProbeResult.Happened(FINE)))
            .then(settled(1, FINE)),
        row("a direct call that is being probed may tell what it finds")
            .given(PROBES)
            .when(new Input.FilesAnnounced(e(1), List.of(CHANGE)))
            .then(new Event.FilesTouched(CALL, e(1), List.of(CHANGE))),
        row("a direct call that is being probed looks at the workspace")
            .given(PROBES)
            .when(LOOKED)
            .then(new Event.WorkspaceKept(CALL, e(1), SNAPSHOT)),
        row("a direct call that is being probed answers")
            .given(PROBES)
            .when(new Input.ToolAnswered(e(1), FINE))
            .then(settled(1, FINE)),
        row("a direct call that is being probed is approved")
            .given(PROBES)
            .when(approval(1, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)))
            .ignored(Why.STALE),
        row("the time to approve a direct call that is being probed is over")
            .given(PROBES)
            .when(new Input.ApprovalExpired(e(1)))
            .ignored(Why.STALE),
        row("a direct call that crashed as often as it may is still probed")
            .given(PROBES.then(recoveredCall(1)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(recoveredCall(1)),
        row("a direct call that crashed too often in its probe is in doubt")
            .given(PROBES.then(recoveredCall(1), recoveredCall(1)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(recoveredCall(1), settled(1, new ToolOutcome.Unknown(DIED))));
  }

  private static HandwrittenJournal runs(CallTerms terms) {
    return HandwrittenJournal.opened().then(accepted(planned(1, terms, ALLOW)), started(1, 1));
  }

  private static HandwrittenJournal full() {
    var story = HandwrittenJournal.opened();
    for (int n = 1; n <= 64; n++) {
      story =
          story.then(
              new Event.DirectCallAccepted(
                  new RunId("c-" + n), "host", planned(n, together(), ALLOW)));
    }
    return story;
  }

  private static Input called(PlannedCall planned) {
    return new Input.DirectCalled(CALL, "host", SampleValues.judged(planned));
  }

  static Event accepted(PlannedCall planned) {
    return new Event.DirectCallAccepted(CALL, "host", planned);
  }

  static Event started(long effect, int attempt) {
    return new Event.ToolStarted(CALL, e(effect), attempt);
  }

  private static Event settled(long effect, ToolOutcome outcome) {
    return new Event.ToolSettled(CALL, e(effect), outcome);
  }

  private static Event recoveredCall(long effect) {
    return new Event.RunRecovered(CALL, "host-b", List.of(e(effect)));
  }

  private static Event asked(long effect) {
    return new Event.ApprovalRequested(
        CALL,
        e(effect),
        "send",
        "It leaves the house.",
        "send(*)",
        Text.of("send it"),
        List.of(),
        null);
  }
}
