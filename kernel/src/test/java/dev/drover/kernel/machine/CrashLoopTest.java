package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("A12")
final class CrashLoopTest {
  private static final RunId RUN = new RunId("r-1");
  private static final Input CRASH = new Input.Recovered("p-2", RecoveryCourse.DRIVE_ON);
  private static final Recipe RECIPE = new Recipe("test/model", Text.EMPTY, List.of(), "");
  private static final ToolCall CALL = new ToolCall("c-1", "edit", Text.of("{}"));

  private SessionState state = SessionState.NEW;

  private List<Event> after(Input input) {
    var commit = (Decision.Commit) SessionMachine.decide(state, input, Instant.EPOCH);
    state = commit.next();
    return commit.entries().stream().map(RecordedEvent::event).toList();
  }

  private void givenARun() {
    after(new Input.Opened(new SessionId("s-1"), "clerk", "/", RECIPE));
    after(
        new Input.Prompted(
            RUN,
            new Prompt(Text.of("go"), new Prompt.History.Own(), null),
            RECIPE,
            RunLimits.DEFAULT,
            WhenBusy.REFUSE));
  }

  private void crash(int times) {
    for (int i = 0; i < times; i++) {
      after(CRASH);
    }
  }

  @Test
  void aModelCallThatKillsTheProcessEachTimeEndsTheRun() {
    givenARun();
    crash(3);
    assertThat(state.due()).hasSize(1);
    assertThat(after(CRASH))
        .last()
        .isEqualTo(
            new Event.RunFinished(
                RUN,
                new RunOutcome.Failed(
                    new Failure(
                        new Problem(
                            "crash_loop",
                            "The process dies each time",
                            "the process died more than 3 times in a row while the model was asked",
                            "Look for the cause (memory, native code), then send the prompt"
                                + " again."),
                        Failure.Retry.NEVER),
                    Text.EMPTY),
                Usage.NONE));
  }

  @Test
  void aProbeThatKillsTheProcessEachTimeLeavesTheCallUnknown() {
    givenARun();
    var terms =
        new CallTerms(EffectClass.UNSAFE, CallTerms.AfterCrash.PROBE, CallTerms.Pace.PARALLEL);
    var reply = new ModelReply(List.of(new ContentBlock.Call(CALL)), StopReason.CALLS, Usage.NONE);
    after(
        new Input.ModelAnswered(
            new EffectId(1),
            1,
            reply,
            List.of(new JudgedCall(CALL, terms, new Verdict.Allow("test")))));
    crash(3);
    assertThat(state.due()).allMatch(Effect.ProbeTool.class::isInstance).hasSize(1);
    crash(1);
    assertThat(((Message.ToolResult) state.conversation().last()).outcome())
        .isInstanceOf(ToolOutcome.Unknown.class);
  }

  @Test
  void progressBetweenCrashesResetsTheCrashCount() {
    givenARun();
    crash(3);
    var terms =
        new CallTerms(EffectClass.UNSAFE, CallTerms.AfterCrash.PROBE, CallTerms.Pace.PARALLEL);
    var reply = new ModelReply(List.of(new ContentBlock.Call(CALL)), StopReason.CALLS, Usage.NONE);
    after(
        new Input.ModelAnswered(
            new EffectId(1),
            1,
            reply,
            List.of(new JudgedCall(CALL, terms, new Verdict.Allow("test")))));
    crash(1);
    after(
        new Input.ToolProbed(
            new EffectId(2),
            new ProbeResult.Happened(new ToolOutcome.Succeeded(Text.of("edited")))));
    crash(3);
    assertThat(state.running()).isPresent();
  }

  @Test
  void deferringACallOfTheRunIsProgressButDeferringADirectCallIsNot() {
    var lost =
        HalfFinishedTurns.BOTH_RUN.then(
            SampleEvents.recovered(2, 3),
            SampleEvents.started(2, 2),
            SampleEvents.started(3, 2),
            DirectRows.accepted(planned(4, together(), ALLOW)),
            DirectRows.started(4, 1));
    assertThat(crashes(lost)).isEqualTo(1);
    var host = new Event.ToolDeferred(DirectRows.CALL, new EffectId(4), null, List.of());
    assertThat(crashes(lost.then(host))).isEqualTo(1);
    var own = new Event.ToolDeferred(RUN, new EffectId(2), null, List.of());
    assertThat(crashes(lost.then(own))).isZero();
  }

  private static int crashes(HandwrittenJournal story) {
    return story.state().running().orElseThrow().progress().crashes();
  }

  private static final Input MOVE =
      new Input.Recovered("p-2", RecoveryCourse.DRIVE_ON, TakeoverCause.MOVE);

  @Test
  @Tag("J2")
  void aMoveNeverCountsAsACrash() {
    givenARun();
    crash(RunLimits.DEFAULT.attempts());
    for (int i = 0; i < 10; i++) {
      assertThat(after(MOVE)).hasSize(1).first().isInstanceOf(Event.RunRecovered.class);
    }
    assertThat(state.running()).isPresent();
    assertThat(after(CRASH)).last().isInstanceOf(Event.RunFinished.class);
  }
}
