package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LATER;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.approval;
import static dev.drover.kernel.machine.SampleValues.cancelAny;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.inOrder;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decisions about deferred calls and their outcomes.
final class DeferralRows {
  private static final RunId CALL = new RunId("c-1");
  private static final BlobId SNAPSHOT = new BlobId("0d".repeat(32));

  /// e2 is deferred without a deadline, and e3 runs.
  static final HandwrittenJournal AWAY = HalfFinishedTurns.BOTH_RUN.then(deferred(2, null));

  /// The host called e1, which is deferred.
  private static final HandwrittenJournal DIRECT =
      HandwrittenJournal.opened()
          .then(
              new Event.DirectCallAccepted(CALL, "host", planned(1, together(), ALLOW)),
              new Event.ToolStarted(CALL, e(1), 1));

  private static final HandwrittenJournal DIRECT_AWAY =
      DIRECT.then(new Event.ToolDeferred(CALL, e(1), null, List.of()));

  private DeferralRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(deferring());
    rows.addAll(completing());
    rows.addAll(givingUp());
    rows.addAll(stopping());
    rows.addAll(direct());
    rows.addAll(nobodyElse(AWAY, 2, "a call that is elsewhere"));
    rows.addAll(nobodyElse(DIRECT_AWAY, 1, "a direct call that is elsewhere"));
    rows.addAll(nobodyWaits());
    return rows;
  }

  private static List<DecisionRow> deferring() {
    return List.of(
        row("a call goes on elsewhere")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(later(2, ToolDeferral.untilCompleted()))
            .then(deferred(2, null)),
        row("a call goes on elsewhere, and has a minute")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(later(2, ToolDeferral.within(Duration.ofMinutes(1))))
            .then(deferred(2, NOW.plusSeconds(60))),
        row("the calls behind one that goes on elsewhere wait for it, in order")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(later(2, ToolDeferral.untilCompleted()))
            .then(deferred(2, null)),
        row("a call that goes on elsewhere makes room for another")
            .given(HalfFinishedTurns.FULL)
            .when(later(2, ToolDeferral.untilCompleted()))
            .then(deferred(2, null), SampleEvents.started(10, 1)),
        row("a call that keeps its place makes no room")
            .given(HalfFinishedTurns.FULL)
            .when(later(2, ToolDeferral.keepingSlot()))
            .then(new Event.ToolDeferred(RUN, e(2), null, List.of(), ToolDeferral.Slot.KEPT)),
        row("what its outcome will be labelled is known before")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(
                new Input.ToolDeferred(
                    e(2), ToolDeferral.untilCompleted(), List.of(Label.UNTRUSTED)))
            .then(new Event.ToolDeferred(RUN, e(2), null, List.of(Label.UNTRUSTED))));
  }

  private static List<DecisionRow> completing() {
    return List.of(
        row("a call that was carried out elsewhere is completed")
            .given(AWAY)
            .when(completion(2))
            .then(completed(2, List.of())),
        row("the next in order begins when one that was elsewhere is completed")
            .given(HalfFinishedTurns.IN_ORDER.then(deferred(2, null)))
            .when(completion(2))
            .then(completed(2, List.of()), SampleEvents.started(3, 1)),
        row("a completion adds its labels to those that were known before")
            .given(
                HalfFinishedTurns.BOTH_RUN.then(
                    new Event.ToolDeferred(RUN, e(2), null, List.of(Label.SECRET))))
            .when(
                new Input.DeferredCallCompleted(
                    e(2), FINE, List.of(Label.UNTRUSTED, Label.SECRET), "worker"))
            .then(completed(2, List.of(Label.UNTRUSTED, Label.SECRET))),
        row("a completion that is late and still awaited")
            .given(HalfFinishedTurns.BOTH_RUN.then(deferred(2, NOW)))
            .when(completion(2))
            .then(completed(2, List.of())),
        row("a completion that is faster than the tool")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(completion(2))
            .then(completed(2, List.of())),
        row("a completion of a call whose outcome was lost")
            .given(HalfFinishedTurns.PROBING)
            .when(completion(2))
            .then(completed(2, List.of())),
        row("a completion of a call that a person is asked to run again")
            .given(HalfFinishedTurns.ASKED_AGAIN)
            .when(completion(2))
            .then(completed(2, List.of())));
  }

  private static List<DecisionRow> givingUp() {
    return List.of(
        row("nobody has completed it in time")
            .given(HalfFinishedTurns.BOTH_RUN.then(deferred(2, NOW)))
            .when(overdue(2))
            .then(
                SampleEvents.settled(
                    2,
                    new ToolOutcome.Unknown(
                        "nobody said until 2026-03-01T10:00:05Z how it ended;"
                            + " it may have happened"))),
        row("the time to complete it is not over yet")
            .given(HalfFinishedTurns.BOTH_RUN.then(deferred(2, LATER)))
            .when(overdue(2))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> stopping() {
    var alone =
        HandwrittenJournal.acting(planned(2, inOrder(), ALLOW))
            .then(SampleEvents.started(2, 1), deferred(2, null));
    return List.of(
        row("a run is cancelled while its call is elsewhere")
            .given(alone)
            .when(cancelAny())
            .then(
                SampleEvents.settled(2, new ToolOutcome.Cancelled("cancelled by ann")),
                SampleEvents.interrupted(3, ""),
                SampleEvents.cancelledByAnn(SampleValues.COST)),
        row("a process dies that only waited for somebody elsewhere")
            .given(alone)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .ignored(Why.NOTHING_TO_DO),
        row("a process dies while one call runs and one is elsewhere")
            .given(AWAY)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(3), SampleEvents.started(3, 2)));
  }

  private static List<DecisionRow> direct() {
    return List.of(
        row("a direct call goes on elsewhere")
            .given(DIRECT)
            .when(later(1, ToolDeferral.untilCompleted()))
            .then(new Event.ToolDeferred(CALL, e(1), null, List.of())),
        row("a direct call is completed").given(DIRECT_AWAY).when(completion(1)).then(ended(1)),
        row("a direct call is completed before its tool has returned")
            .given(DIRECT)
            .when(completion(1))
            .then(ended(1)),
        row("a direct call that goes on elsewhere is awaited after a crash")
            .given(DIRECT_AWAY)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .ignored(Why.IDLE));
  }

  /// Only the holder of the key ends a deferred call.
  private static List<DecisionRow> nobodyElse(HandwrittenJournal story, long effect, String where) {
    var yes = new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
    return List.of(
        stale(where + " answers itself", story, new Input.ToolAnswered(e(effect), FINE)),
        stale(where + " is deferred again", story, later(effect, ToolDeferral.untilCompleted())),
        stale(where + " touches files", story, new Input.FilesAnnounced(e(effect), List.of())),
        stale(where + " looks around", story, new Input.WorkspaceCaptured(e(effect), SNAPSHOT)),
        stale(where + " is overdue", story, overdue(effect)),
        stale(
            where + " is probed",
            story,
            new Input.ToolProbed(e(effect), new ProbeResult.DidNotHappen())),
        stale(where + " is approved", story, approval(effect, yes)),
        stale(where + " is not answered", story, new Input.ApprovalExpired(e(effect))));
  }

  private static List<DecisionRow> nobodyWaits() {
    var rows = new ArrayList<DecisionRow>();
    var directAsks =
        HandwrittenJournal.opened()
            .then(
                new Event.DirectCallAccepted(
                    CALL, "host", planned(1, together(), SampleValues.ASK)),
                new Event.ApprovalRequested(
                    CALL, e(1), "send", "", "", Text.EMPTY, List.of(), null));
    for (var input : List.of(overdue(2), later(2, ToolDeferral.untilCompleted()))) {
      var kind = input.getClass().getSimpleName();
      rows.add(stale(kind + " of a call that is being probed", HalfFinishedTurns.PROBING, input));
      rows.add(
          stale(kind + " of a call that waits for a person", HalfFinishedTurns.ASKED_ALONE, input));
    }
    for (var input : List.of(overdue(1), later(1, ToolDeferral.untilCompleted()))) {
      var kind = input.getClass().getSimpleName();
      rows.add(stale(kind + " of a direct call that waits for a person", directAsks, input));
    }
    rows.add(
        stale("CompletionOverdue of a call that runs", HalfFinishedTurns.BOTH_RUN, overdue(2)));
    rows.add(stale("CompletionOverdue of a direct call that runs", DIRECT, overdue(1)));
    rows.add(
        stale(
            "completion of a call that never began", HalfFinishedTurns.ASKED_ALONE, completion(2)));
    rows.add(stale("completion of a direct call that never began", directAsks, completion(1)));
    for (var about : List.of(overdue(1), later(1, ToolDeferral.untilCompleted()), completion(1))) {
      var kind = about.getClass().getSimpleName();
      rows.add(stale(kind + " while the model is asked", HandwrittenJournal.thinking(), about));
      rows.add(stale(kind + " when no run is going", HandwrittenJournal.opened(), about));
      rows.add(
          row(kind + " before the opening")
              .given(HandwrittenJournal.empty())
              .when(about)
              .ignored(Why.NOT_OPEN));
    }
    for (var about : List.of(overdue(2), later(2, ToolDeferral.untilCompleted()), completion(2))) {
      rows.add(
          stale(
              about.getClass().getSimpleName() + " of a call that has ended",
              HalfFinishedTurns.ONE_LEFT,
              about));
    }
    for (var about : List.of(overdue(3), later(3, ToolDeferral.untilCompleted()), completion(3))) {
      rows.add(
          stale(
              about.getClass().getSimpleName() + " of a call that waits for its turn",
              HalfFinishedTurns.IN_ORDER,
              about));
    }
    rows.add(
        row("a direct call that is being probed is completed")
            .given(probing())
            .when(completion(1))
            .then(ended(1)));
    rows.add(stale("a direct call that is being probed is overdue", probing(), overdue(1)));
    rows.add(
        stale(
            "a direct call that is being probed is deferred",
            probing(),
            later(1, ToolDeferral.untilCompleted())));
    return rows;
  }

  private static HandwrittenJournal probing() {
    return HandwrittenJournal.opened()
        .then(
            new Event.DirectCallAccepted(
                CALL, "host", planned(1, SampleValues.unsafe(CallTerms.AfterCrash.PROBE), ALLOW)),
            new Event.ToolStarted(CALL, e(1), 1),
            new Event.RunRecovered(CALL, "host-b", List.of(e(1))));
  }

  private static DecisionRow stale(String name, HandwrittenJournal story, Input input) {
    return row(name).given(story).when(input).ignored(Why.STALE);
  }

  private static Input later(long effect, ToolDeferral terms) {
    return new Input.ToolDeferred(e(effect), terms, List.of());
  }

  private static Input completion(long effect) {
    return new Input.DeferredCallCompleted(e(effect), FINE, List.of(), "worker");
  }

  private static Input overdue(long effect) {
    return new Input.DeferredCallExpired(e(effect));
  }

  private static Event deferred(long effect, @Nullable Instant until) {
    return new Event.ToolDeferred(RUN, e(effect), until, List.of());
  }

  private static Event completed(long effect, List<Label> labels) {
    return new Event.ToolSettled(RUN, e(effect), FINE, labels, "worker");
  }

  private static Event ended(long effect) {
    return new Event.ToolSettled(CALL, e(effect), FINE, List.of(), "worker");
  }
}
