package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// In every state: when the process dies, the next one can end the run.
@Tag("K4")
@Tag("A12")
class ComingToRestLawTest {
  /// Twelve calls, each asked about, begun and probed, and a few model calls: the maximum.
  private static final int ENOUGH = 60;

  @Test
  void aRunThatIsContinuedFromAnyCommitEnds() {
    WalkRunner.keep(
        walk -> {
          var journal = new ArrayList<RecordedEvent>();
          for (var moment : walk.commits()) {
            journal.addAll(moment.entries());
            if (moment.input() instanceof Input.Recovered) {
              continue;
            }
            var end = driven(after(journal, RecoveryCourse.DRIVE_ON));
            assertThat(end.phase())
                .isInstanceOfAny(SessionPhase.Idle.class, SessionPhase.Unopened.class);
            assertThat(StrictConversationCheck.objectionsToAPrompt(end.conversation().messages()))
                .isEmpty();
          }
        });
  }

  @Test
  void aRunThatIsClosedAtAnyCommitEndsUnlessItWaitsForAnAnswer() {
    WalkRunner.keep(
        walk -> {
          var journal = new ArrayList<RecordedEvent>();
          for (var moment : walk.commits()) {
            journal.addAll(moment.entries());
            var closed = after(journal, RecoveryCourse.CLOSE);
            assertThat(closed.due()).allMatch(SampleValues::waitsForSomebody);
          }
        });
  }

  private static SessionState after(List<RecordedEvent> journal, RecoveryCourse course) {
    return taken(InputWalk.folded(journal), SampleValues.recovered(course));
  }

  private static SessionState driven(SessionState start) {
    var state = start;
    for (int left = ENOUGH; left > 0 && !state.due().isEmpty(); left--) {
      state = taken(state, plainAnswer(state, state.due().getLast()));
    }
    return state;
  }

  private static Input plainAnswer(SessionState state, Effect due) {
    return switch (due) {
      case Effect.CallModel(_, var id, var attempt, _, _, _) ->
          new Input.ModelAnswered(id, attempt, SampleValues.saying("Done."), List.of());
      case Effect.RunChecks checks ->
          new Input.ChecksEnded(
              checks.id(),
              VerificationReport.of(
                  "drover",
                  List.of(
                      VerificationReport.Check.required(
                          "unit", "make test", VerificationReport.Check.Status.PASSED))),
              "");
      case Effect.CallTool call -> new Input.ToolAnswered(call.id(), SampleValues.FINE);
      case Effect.ProbeTool probe ->
          new Input.ToolProbed(probe.id(), new ProbeResult.DidNotHappen());
      case Effect.AwaitDeferredCall away ->
          new Input.DeferredCallCompleted(away.id(), SampleValues.FINE, List.of(), "worker");
      case Effect.AskForNews ask ->
          new Input.DeferredNewsGiven(ask.id(), new DeferredCallNews.Ended(SampleValues.FINE));
      case Effect.AwaitAnswer asked when SampleValues.round(state, asked) > 0 ->
          new Input.AnswerGiven(
              asked.id(), SampleValues.round(state, asked), new QuestionAnswer.Declined(), "bob");
      case Effect.AwaitAnswer asked ->
          SampleValues.approval(
              asked.id().ordinal(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE));
    };
  }

  private static SessionState taken(SessionState state, Input input) {
    return switch (SessionMachine.decide(state, input, SampleValues.NOW)) {
      case Commit(_, var next) -> next;
      case Ignore _ -> state;
    };
  }
}
