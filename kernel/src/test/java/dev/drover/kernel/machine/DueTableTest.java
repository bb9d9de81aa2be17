package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.DENY;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LATER;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.OVERLOADED;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.THROTTLED;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.inOrder;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;
import static dev.drover.kernel.machine.SampleValues.unsafe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.machine.Effect.AwaitAnswer;
import dev.drover.kernel.machine.Effect.AwaitDeferredCall;
import dev.drover.kernel.machine.Effect.CallModel;
import dev.drover.kernel.machine.Effect.CallTool;
import dev.drover.kernel.machine.Effect.Offer;
import dev.drover.kernel.machine.Effect.ProbeTool;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The due effects of a session, and the status of its run, state by state.
class DueTableTest {
  record Row(String name, HandwrittenJournal given, Optional<RunStatus> status, List<Effect> due) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Row idle(String name, HandwrittenJournal given) {
    return new Row(name, given, Optional.empty(), List.of());
  }

  private static Row direct(String name, HandwrittenJournal given, Effect due) {
    return new Row(name, given, Optional.empty(), List.of(due));
  }

  private static Row row(String name, HandwrittenJournal given, RunStatus status, Effect... due) {
    return new Row(name, given, Optional.of(status), List.of(due));
  }

  private static List<Row> rows() {
    return List.of(
        idle("a session nobody opened", HandwrittenJournal.empty()),
        idle("a session without a run", HandwrittenJournal.opened()),
        idle(
            "a session after its run",
            HandwrittenJournal.thinking()
                .then(SampleEvents.replied(1, saying("Done.")), SampleEvents.completed("Done."))),
        row(
            "the first model call",
            HandwrittenJournal.thinking(),
            RunStatus.PLANNING,
            new CallModel(RUN, e(1), 1, 0, Instant.EPOCH, Offer.TOOLS)),
        row(
            "the second attempt waits for its time",
            HandwrittenJournal.thinking().then(SampleEvents.failed(1, 1, OVERLOADED, LATER)),
            RunStatus.WAITING,
            new CallModel(RUN, e(1), 2, 0, LATER, Offer.TOOLS)),
        row(
            "the second attempt when its time has come",
            HandwrittenJournal.thinking().then(SampleEvents.failed(1, 1, OVERLOADED, NOW)),
            RunStatus.PLANNING,
            new CallModel(RUN, e(1), 2, 0, NOW, Offer.TOOLS)),
        row(
            "an attempt knows how many before it were throttled",
            HandwrittenJournal.thinking()
                .then(
                    SampleEvents.failed(1, 1, THROTTLED, NOW),
                    SampleEvents.failed(1, 2, OVERLOADED, NOW),
                    SampleEvents.failed(1, 3, THROTTLED, LATER)),
            RunStatus.WAITING,
            new CallModel(RUN, e(1), 4, 2, LATER, Offer.TOOLS)),
        row(
            "a process that died does not forget them",
            HandwrittenJournal.thinking()
                .then(SampleEvents.failed(1, 1, THROTTLED, LATER), SampleEvents.recovered(1)),
            RunStatus.WAITING,
            new CallModel(RUN, e(1), 2, 1, LATER, Offer.TOOLS)),
        row(
            "the model call of the second turn",
            HalfFinishedTurns.ONE_LEFT.then(SampleEvents.settled(3, FINE)),
            RunStatus.EXECUTING,
            new CallModel(RUN, e(4), 1, 0, Instant.EPOCH, Offer.TOOLS)),
        row(
            "the call after the last turn offers no tools",
            HandwrittenJournal.acting(
                    new RunLimits(1, 100, 2), List.of(planned(2, together(), DENY)))
                .then(
                    SampleEvents.settled(
                        2, new ToolOutcome.Denied("never-send", "Not from here."))),
            RunStatus.EXECUTING,
            new CallModel(RUN, e(3), 1, 0, Instant.EPOCH, Offer.NO_TOOLS)),
        row(
            "two tools side by side",
            HalfFinishedTurns.BOTH_RUN,
            RunStatus.EXECUTING,
            new CallTool(RUN, e(2), 1, planned(2, together(), ALLOW)),
            new CallTool(RUN, e(3), 1, planned(3, together(), ALLOW))),
        row(
            "a settled call is due no more",
            HalfFinishedTurns.ONE_LEFT,
            RunStatus.EXECUTING,
            new CallTool(RUN, e(3), 1, planned(3, together(), ALLOW))),
        row(
            "a call that waits for its turn is not due",
            HalfFinishedTurns.IN_ORDER,
            RunStatus.EXECUTING,
            new CallTool(RUN, e(2), 1, planned(2, inOrder(), ALLOW))),
        row(
            "a question to a person",
            HalfFinishedTurns.ASKED_ALONE,
            RunStatus.WAITING,
            new AwaitAnswer(RUN, e(2), 1, null)),
        row(
            "a question beside a tool that runs",
            HalfFinishedTurns.ASKED_BESIDE,
            RunStatus.EXECUTING,
            new AwaitAnswer(RUN, e(2), 1, null),
            new CallTool(RUN, e(3), 1, planned(3, together(), ALLOW))),
        row(
            "a call that is carried out elsewhere",
            DeferralRows.AWAY,
            RunStatus.EXECUTING,
            new AwaitDeferredCall(RUN, e(2), 1, null),
            new CallTool(RUN, e(3), 1, planned(3, together(), ALLOW))),
        row(
            "a run that only waits for somebody elsewhere",
            HalfFinishedTurns.running(together(), 1)
                .then(new Event.ToolDeferred(RUN, e(2), SampleValues.LATER, List.of())),
            RunStatus.WAITING,
            new AwaitDeferredCall(RUN, e(2), 1, SampleValues.LATER)),
        row(
            "a call that was approved",
            HalfFinishedTurns.ASKED_ALONE.then(
                SampleEvents.said(2, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE)),
                SampleEvents.started(2, 1)),
            RunStatus.EXECUTING,
            new CallTool(RUN, e(2), 1, planned(2, together(), ASK))),
        row(
            "a call that was started again",
            HalfFinishedTurns.BOTH_RUN.then(
                SampleEvents.recovered(2, 3),
                SampleEvents.started(2, 2),
                SampleEvents.started(3, 2)),
            RunStatus.EXECUTING,
            new CallTool(RUN, e(2), 2, planned(2, together(), ALLOW)),
            new CallTool(RUN, e(3), 2, planned(3, together(), ALLOW))),
        row(
            "a lost call that can be probed",
            HalfFinishedTurns.PROBING,
            RunStatus.EXECUTING,
            new ProbeTool(RUN, e(2), 1, planned(2, unsafe(AfterCrash.PROBE), ALLOW))),
        direct(
            "a call of the host",
            DirectRows.RUNS,
            new CallTool(DirectRows.CALL, e(1), 1, planned(1, together(), ALLOW))),
        direct(
            "a call of the host that is carried out elsewhere",
            DirectRows.AWAY,
            new AwaitDeferredCall(DirectRows.CALL, e(1), 1, null)),
        direct(
            "a call of the host that a person is asked about",
            DirectRows.ASKS,
            new AwaitAnswer(DirectRows.CALL, e(1), 1, null)),
        row(
            "a call of the host beside the model",
            HandwrittenJournal.thinking()
                .then(DirectRows.accepted(planned(2, together(), ALLOW)), DirectRows.started(2, 1)),
            RunStatus.PLANNING,
            new CallModel(RUN, e(1), 1, 0, Instant.EPOCH, Offer.TOOLS),
            new CallTool(DirectRows.CALL, e(2), 1, planned(2, together(), ALLOW))),
        row(
            "a lost call that a person decides about",
            HalfFinishedTurns.ASKED_AGAIN,
            RunStatus.WAITING,
            new AwaitAnswer(RUN, e(2), 2, null)));
  }

  @Test
  void theDueEffectsAreThoseOfTheRow() {
    assertAll(
        rows().stream()
            .map(
                row ->
                    () ->
                        assertThat(row.given().state().due()).as(row.name()).isEqualTo(row.due())));
  }

  @Test
  void aSessionWithDueEffectsHasOpenWork() {
    assertAll(
        rows().stream()
            .map(
                row ->
                    () ->
                        assertThat(row.given().state().hasOpenWork())
                            .as(row.name())
                            .isEqualTo(!row.due().isEmpty())));
  }

  @Test
  void aSessionWithAWorkingChildHasOpenWork() {
    var working =
        HalfFinishedTurns.running(together(), 1).then(SampleEvents.delegated(TaskMode.BACKGROUND));
    var state =
        working
            .then(
                SampleEvents.settled(2, FINE),
                SampleEvents.replied(3, saying("Done.")),
                SampleEvents.completed("Done."))
            .state();
    assertThat(state.hasOpenWork()).isTrue();
  }

  @Test
  void aRunIsUnfinishedWhileItIsActiveOrQueued() {
    var waits =
        HandwrittenJournal.thinking()
            .then(
                new Event.PromptQueued(
                    SampleValues.OTHER_RUN,
                    SampleValues.PROMPT,
                    SampleValues.RECIPE,
                    SampleValues.LIMITS));
    assertThat(waits.state().isUnfinished(RUN)).isTrue();
    assertThat(waits.state().isUnfinished(SampleValues.OTHER_RUN)).isTrue();
    assertThat(waits.state().isUnfinished(new RunId("r-unknown"))).isFalse();
    assertThat(HandwrittenJournal.opened().state().isUnfinished(RUN)).isFalse();
  }

  @Test
  @Tag("A5")
  void theStatusOfTheRunIsThatOfTheRow() {
    assertAll(
        rows().stream()
            .map(
                row ->
                    () ->
                        assertThat(row.given().state().status(NOW))
                            .as(row.name())
                            .isEqualTo(row.status())));
  }

  @Test
  @Tag("D2")
  void onlyEightOfNineParallelCallsAreDue() {
    assertThat(HalfFinishedTurns.FULL.state().due())
        .extracting(Effect::id)
        .containsExactlyElementsOf(LongStream.rangeClosed(2, 9).mapToObj(SampleValues::e).toList());
  }

  @Test
  void theCurrentRunIsReturned() {
    assertThat(HandwrittenJournal.opened().state().running()).isEmpty();
    assertThat(HalfFinishedTurns.BOTH_RUN.state().running()).map(RunState::run).contains(RUN);
  }

  @Test
  void anOutcomeIsShownAsATerminalStatus() {
    assertThat(RunStatus.of(new RunOutcome.Completed(Text.EMPTY))).isEqualTo(RunStatus.COMPLETED);
    assertThat(RunStatus.of(new RunOutcome.Failed(OVERLOADED, Text.EMPTY)))
        .isEqualTo(RunStatus.FAILED);
    assertThat(RunStatus.of(new RunOutcome.Cancelled("ann", ""))).isEqualTo(RunStatus.CANCELLED);
    assertThat(
            RunStatus.of(
                new RunOutcome.HandedOff(new SessionId("s-2"), SampleValues.OTHER_RUN, Text.EMPTY)))
        .isEqualTo(RunStatus.COMPLETED);
    assertThat(RunStatus.values())
        .filteredOn(RunStatus::isTerminal)
        .containsExactly(RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.CANCELLED);
  }
}
