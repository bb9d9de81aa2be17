package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.REJECT;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.calling;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Effect.CallModel;
import dev.drover.kernel.machine.Effect.Offer;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.WhenBusy;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A looping run is stopped, and gives a final reply.
@Tag("C7")
class LoopGuardDecisionTest {
  private static final LoopGuard GUARD = new LoopGuard(3, 2, 4);
  private static final ToolOutcome BROKEN = new ToolOutcome.Failed(Text.of("exit 1"));

  private SessionState state = begun(50);

  private static SessionState begun(int turns) {
    return taken(
        HandwrittenJournal.opened().state(),
        new Input.Prompted(
            RUN,
            SampleValues.PROMPT,
            RECIPE,
            new RunLimits(turns, 10_000, 3, GUARD),
            WhenBusy.REFUSE));
  }

  private static SessionState taken(SessionState state, Input input) {
    return ((Commit) SessionMachine.decide(state, input, NOW)).next();
  }

  /// One turn with one call.
  private void turn(String arguments, Verdict verdict, ToolOutcome outcome) {
    var model = (CallModel) state.due().getFirst();
    var call = new ToolCall("call", "send", Text.of(arguments));
    var judged = new JudgedCall(call, together(), verdict);
    var planned = new PlannedCall(e(1), call, together(), verdict);
    state =
        taken(
            state,
            new Input.ModelAnswered(
                model.id(), model.attempt(), calling(List.of(planned)), List.of(judged)));
    if (verdict instanceof Verdict.Allow) {
      state = taken(state, new Input.ToolAnswered(state.due().getFirst().id(), outcome));
    }
  }

  private Offer offer() {
    return ((CallModel) state.due().getFirst()).offer();
  }

  private RunOutcome end() {
    var model = (CallModel) state.due().getFirst();
    var answer =
        new Input.ModelAnswered(model.id(), model.attempt(), saying("I am stuck."), List.of());
    var commit = (Commit) SessionMachine.decide(state, answer, NOW);
    return ((Event.RunFinished) commit.entries().getLast().event()).outcome();
  }

  private void assertCaught(String detail) {
    assertThat(offer()).isEqualTo(Offer.NO_TOOLS);
    assertThat(end())
        .isInstanceOfSatisfying(
            RunOutcome.Failed.class,
            failed -> {
              assertThat(failed.failure().problem().code()).isEqualTo("loop_detected");
              assertThat(failed.failure().problem().detail()).isEqualTo(detail);
              assertThat(failed.text()).isEqualTo(Text.of("I am stuck."));
            });
  }

  @Test
  void theSameCallWithTheSameOutcomeThreeTimesInARowIsALoop() {
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    assertThat(offer()).isEqualTo(Offer.TOOLS);
    turn("a", ALLOW, FINE);
    assertCaught("the same calls had the same outcomes in 3 turns in a row");
  }

  @Test
  void aLoopIsTheReasonBeforeTheLastTurnAndTheTurnLimitAfterIt() {
    state = begun(4);
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    assertCaught("the same calls had the same outcomes in 3 turns in a row");
    state = begun(3);
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    assertThat(((RunOutcome.Failed) end()).failure().problem().code()).isEqualTo("out_of_turns");
  }

  @Test
  void theSameCallWithAnotherOutcomeOrAnotherCallInBetweenIsNotALoop() {
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, new ToolOutcome.Succeeded(Text.of("still at work")));
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    turn("b", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    assertThat(offer()).isEqualTo(Offer.TOOLS);
  }

  @Test
  void consecutiveTurnsOfInvalidCallsAreALoop() {
    turn("a", REJECT, FINE);
    assertThat(offer()).isEqualTo(Offer.TOOLS);
    turn("b", REJECT, FINE);
    assertCaught("the calls of 2 turns in a row could not be made");
  }

  @Test
  void consecutiveFailedCallsAreALoop() {
    turn("a", ALLOW, BROKEN);
    turn("b", ALLOW, BROKEN);
    turn("c", ALLOW, BROKEN);
    turn("d", ALLOW, FINE);
    turn("a", ALLOW, BROKEN);
    turn("b", ALLOW, BROKEN);
    turn("c", ALLOW, BROKEN);
    assertThat(offer()).isEqualTo(Offer.TOOLS);
    turn("d", ALLOW, BROKEN);
    assertCaught("none of 4 calls in a row succeeded");
  }

  @Test
  void countersSurviveACrash() {
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    state = taken(state, recovered(RecoveryCourse.DRIVE_ON));
    turn("a", ALLOW, FINE);
    assertCaught("the same calls had the same outcomes in 3 turns in a row");
  }

  @Test
  void aNewTextResetsTheCounters() {
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    state =
        taken(
            state,
            new Input.Prompted(
                new RunId("r-2"), SampleValues.PROMPT, RECIPE, RunLimits.DEFAULT, WhenBusy.STEER));
    turn("a", ALLOW, FINE);
    assertThat(offer()).isEqualTo(Offer.TOOLS);
  }

  @Test
  void callingToolsThatWereNotOfferedStopsTheRun() {
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    turn("a", ALLOW, FINE);
    turn("a", REJECT, FINE);
    assertThat(state.phase()).isEqualTo(SessionPhase.IDLE);
    assertThat(state.conversation().messages().getLast())
        .isEqualTo(new Message.Assistant(List.of(), Message.Ending.INTERRUPTED));
  }

  @Test
  void withoutAGuardNothingIsCounted() {
    assertThat(new RunLimits(1, 1, 1).guard()).isEqualTo(LoopGuard.OFF);
  }
}
