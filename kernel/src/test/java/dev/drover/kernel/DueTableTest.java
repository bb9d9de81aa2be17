package dev.drover.kernel;

import static dev.drover.kernel.Samples.ALLOW;
import static dev.drover.kernel.Samples.ASK;
import static dev.drover.kernel.Samples.DENY;
import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.LATER;
import static dev.drover.kernel.Samples.NOW;
import static dev.drover.kernel.Samples.OVERLOADED;
import static dev.drover.kernel.Samples.RUN;
import static dev.drover.kernel.Samples.THROTTLED;
import static dev.drover.kernel.Samples.e;
import static dev.drover.kernel.Samples.inOrder;
import static dev.drover.kernel.Samples.planned;
import static dev.drover.kernel.Samples.saying;
import static dev.drover.kernel.Samples.together;
import static dev.drover.kernel.Samples.unsafe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.Effect.AwaitAnswer;
import dev.drover.kernel.Effect.AwaitCompletion;
import dev.drover.kernel.Effect.CallModel;
import dev.drover.kernel.Effect.CallTool;
import dev.drover.kernel.Effect.Offer;
import dev.drover.kernel.Effect.ProbeTool;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What the world owes a session, and how its run is shown, state by state.
class DueTableTest {
  record Row(String name, Story given, Optional<RunStatus> status, List<Effect> due) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Row idle(String name, Story given) {
    return new Row(name, given, Optional.empty(), List.of());
  }

  private static Row direct(String name, Story given, Effect due) {
    return new Row(name, given, Optional.empty(), List.of(due));
  }

  private static Row row(String name, Story given, RunStatus status, Effect... due) {
    return new Row(name, given, Optional.of(status), List.of(due));
  }

  private static List<Row> rows() {
    return List.of(
        idle("a session nobody opened", Story.untold()),
        idle("a session without a run", Story.opened()),
        idle(
            "a session after its run",
            Story.thinking().then(Facts.replied(1, saying("Done.")), Facts.completed("Done."))),
        row(
            "the first model call",
            Story.thinking(),
            RunStatus.PLANNING,
            new CallModel(RUN, e(1), 1, 0, Instant.EPOCH, Offer.TOOLS)),
        row(
            "the second attempt waits for its time",
            Story.thinking().then(Facts.failed(1, 1, OVERLOADED, LATER)),
            RunStatus.WAITING,
            new CallModel(RUN, e(1), 2, 0, LATER, Offer.TOOLS)),
        row(
            "the second attempt when its time has come",
            Story.thinking().then(Facts.failed(1, 1, OVERLOADED, NOW)),
            RunStatus.PLANNING,
            new CallModel(RUN, e(1), 2, 0, NOW, Offer.TOOLS)),
        row(
            "an attempt knows how many before it were throttled",
            Story.thinking()
                .then(
                    Facts.failed(1, 1, THROTTLED, NOW),
                    Facts.failed(1, 2, OVERLOADED, NOW),
                    Facts.failed(1, 3, THROTTLED, LATER)),
            RunStatus.WAITING,
            new CallModel(RUN, e(1), 4, 2, LATER, Offer.TOOLS)),
        row(
            "a process that died does not forget them",
            Story.thinking().then(Facts.failed(1, 1, THROTTLED, LATER), Facts.recovered(1)),
            RunStatus.WAITING,
            new CallModel(RUN, e(1), 2, 1, LATER, Offer.TOOLS)),
        row(
            "the model call of the second turn",
            Turn.ONE_LEFT.then(Facts.settled(3, FINE)),
            RunStatus.EXECUTING,
            new CallModel(RUN, e(4), 1, 0, Instant.EPOCH, Offer.TOOLS)),
        row(
            "the call after the last turn offers no tools",
            Story.acting(new Limits(1, 100, 2), List.of(planned(2, together(), DENY)))
                .then(Facts.settled(2, new ToolOutcome.Denied("never-send", "Not from here."))),
            RunStatus.EXECUTING,
            new CallModel(RUN, e(3), 1, 0, Instant.EPOCH, Offer.NO_TOOLS)),
        row(
            "two tools side by side",
            Turn.BOTH_RUN,
            RunStatus.EXECUTING,
            new CallTool(RUN, e(2), 1, planned(2, together(), ALLOW)),
            new CallTool(RUN, e(3), 1, planned(3, together(), ALLOW))),
        row(
            "a settled call is due no more",
            Turn.ONE_LEFT,
            RunStatus.EXECUTING,
            new CallTool(RUN, e(3), 1, planned(3, together(), ALLOW))),
        row(
            "a call that waits for its turn is not due",
            Turn.IN_ORDER,
            RunStatus.EXECUTING,
            new CallTool(RUN, e(2), 1, planned(2, inOrder(), ALLOW))),
        row(
            "a question to a person",
            Turn.ASKED_ALONE,
            RunStatus.WAITING,
            new AwaitAnswer(RUN, e(2), 1, null)),
        row(
            "a question beside a tool that runs",
            Turn.ASKED_BESIDE,
            RunStatus.EXECUTING,
            new AwaitAnswer(RUN, e(2), 1, null),
            new CallTool(RUN, e(3), 1, planned(3, together(), ALLOW))),
        row(
            "a call that is carried out elsewhere",
            DeferralRows.AWAY,
            RunStatus.EXECUTING,
            new AwaitCompletion(RUN, e(2), 1, null),
            new CallTool(RUN, e(3), 1, planned(3, together(), ALLOW))),
        row(
            "a run that only waits for somebody elsewhere",
            Turn.running(together(), 1)
                .then(new Event.ToolDeferred(RUN, e(2), Samples.LATER, List.of())),
            RunStatus.WAITING,
            new AwaitCompletion(RUN, e(2), 1, Samples.LATER)),
        row(
            "a call that was approved",
            Turn.ASKED_ALONE.then(
                Facts.said(2, new Answer.Yes(Answer.Scope.ONCE)), Facts.started(2, 1)),
            RunStatus.EXECUTING,
            new CallTool(RUN, e(2), 1, planned(2, together(), ASK))),
        row(
            "a call that was started again",
            Turn.BOTH_RUN.then(Facts.recovered(2, 3), Facts.started(2, 2), Facts.started(3, 2)),
            RunStatus.EXECUTING,
            new CallTool(RUN, e(2), 2, planned(2, together(), ALLOW)),
            new CallTool(RUN, e(3), 2, planned(3, together(), ALLOW))),
        row(
            "a lost call that can be probed",
            Turn.PROBING,
            RunStatus.EXECUTING,
            new ProbeTool(RUN, e(2), 1, planned(2, unsafe(AfterCrash.PROBE), ALLOW))),
        direct(
            "a call of the host",
            DirectRows.RUNS,
            new CallTool(DirectRows.CALL, e(1), 1, planned(1, together(), ALLOW))),
        direct(
            "a call of the host that is carried out elsewhere",
            DirectRows.AWAY,
            new AwaitCompletion(DirectRows.CALL, e(1), 1, null)),
        direct(
            "a call of the host that a person is asked about",
            DirectRows.ASKS,
            new AwaitAnswer(DirectRows.CALL, e(1), 1, null)),
        row(
            "a call of the host beside the model",
            Story.thinking()
                .then(DirectRows.accepted(planned(2, together(), ALLOW)), DirectRows.started(2, 1)),
            RunStatus.PLANNING,
            new CallModel(RUN, e(1), 1, 0, Instant.EPOCH, Offer.TOOLS),
            new CallTool(DirectRows.CALL, e(2), 1, planned(2, together(), ALLOW))),
        row(
            "a lost call that a person decides about",
            Turn.ASKED_AGAIN,
            RunStatus.WAITING,
            new AwaitAnswer(RUN, e(2), 2, null)));
  }

  @Test
  void theWorldOwesWhatTheRowSays() {
    assertAll(
        rows().stream()
            .map(
                row ->
                    () ->
                        assertThat(row.given().state().due()).as(row.name()).isEqualTo(row.due())));
  }

  @Test
  void somethingIsGoingIfSomethingIsOwed() {
    assertAll(
        rows().stream()
            .map(
                row ->
                    () ->
                        assertThat(row.given().state().isAnythingGoing())
                            .as(row.name())
                            .isEqualTo(!row.due().isEmpty())));
  }

  @Test
  void somethingIsGoingWhileAChildWorks() {
    var working = Turn.running(together(), 1).then(Facts.delegated(TaskMode.BACKGROUND));
    var state =
        working
            .then(
                Facts.settled(2, FINE), Facts.replied(3, saying("Done.")), Facts.completed("Done."))
            .state();
    assertThat(state.isAnythingGoing()).isTrue();
  }

  @Test
  void aRunIsUnfinishedWhileItIsGoingOrWaits() {
    var waits =
        Story.thinking()
            .then(
                new Event.PromptQueued(
                    Samples.OTHER_RUN, Samples.PROMPT, Samples.RECIPE, Samples.LIMITS));
    assertThat(waits.state().isUnfinished(RUN)).isTrue();
    assertThat(waits.state().isUnfinished(Samples.OTHER_RUN)).isTrue();
    assertThat(waits.state().isUnfinished(new RunId("r-unknown"))).isFalse();
    assertThat(Story.opened().state().isUnfinished(RUN)).isFalse();
  }

  @Test
  @Tag("A5")
  void theRunIsShownAsTheRowSays() {
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
  void ofNineCallsThatMayRunTogetherEightAreDue() {
    assertThat(Turn.FULL.state().due())
        .extracting(Effect::id)
        .containsExactlyElementsOf(LongStream.rangeClosed(2, 9).mapToObj(Samples::e).toList());
  }

  @Test
  void theRunThatIsGoingIsKnown() {
    assertThat(Story.opened().state().running()).isEmpty();
    assertThat(Turn.BOTH_RUN.state().running()).map(RunFrame::run).contains(RUN);
  }

  @Test
  void anOutcomeIsShownAsATerminalStatus() {
    assertThat(RunStatus.of(new RunOutcome.Completed(Text.EMPTY))).isEqualTo(RunStatus.COMPLETED);
    assertThat(RunStatus.of(new RunOutcome.Failed(OVERLOADED, Text.EMPTY)))
        .isEqualTo(RunStatus.FAILED);
    assertThat(RunStatus.of(new RunOutcome.Cancelled("ann", ""))).isEqualTo(RunStatus.CANCELLED);
    assertThat(
            RunStatus.of(
                new RunOutcome.HandedOff(new SessionId("s-2"), Samples.OTHER_RUN, Text.EMPTY)))
        .isEqualTo(RunStatus.COMPLETED);
    assertThat(RunStatus.values())
        .filteredOn(RunStatus::isTerminal)
        .containsExactly(RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.CANCELLED);
  }
}
