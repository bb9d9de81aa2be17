package dev.drover.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Decision.Commit;
import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Input.Course;
import dev.drover.kernel.Input.Finding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Whatever a session has been through: when its process dies, the next one can end its run.
@Tag("K4")
@Tag("A12")
class ComingToRestLawTest {
  /// Twelve calls, each asked about, begun and probed, and a few model calls: there is no more.
  private static final int ENOUGH = 60;

  @Test
  void fromEveryCommitARunThatIsDrivenOnComesToItsEnd() {
    Walks.keep(
        walk -> {
          var journal = new ArrayList<Recorded>();
          for (var moment : walk.commits()) {
            journal.addAll(moment.entries());
            if (moment.input() instanceof Input.Recovered) {
              continue;
            }
            var end = driven(after(journal, Course.DRIVE_ON));
            assertThat(end.phase()).isInstanceOfAny(Phase.Idle.class, Phase.Unopened.class);
            assertThat(StrictProvider.objectionsToAPrompt(end.conversation().messages())).isEmpty();
          }
        });
  }

  @Test
  void fromEveryCommitARunThatIsClosedIsOverUnlessItWaitsForSomebody() {
    Walks.keep(
        walk -> {
          var journal = new ArrayList<Recorded>();
          for (var moment : walk.commits()) {
            journal.addAll(moment.entries());
            var closed = after(journal, Course.CLOSE);
            assertThat(closed.due()).allMatch(Samples::waitsForSomebody);
          }
        });
  }

  private static SessionState after(List<Recorded> journal, Course course) {
    return taken(Walk.folded(journal), Samples.recovered(course));
  }

  private static SessionState driven(SessionState start) {
    var state = start;
    for (int left = ENOUGH; left > 0 && !state.due().isEmpty(); left--) {
      state = taken(state, plainAnswer(state.due().getLast()));
    }
    return state;
  }

  private static Input plainAnswer(Effect due) {
    return switch (due) {
      case Effect.CallModel(_, var id, var attempt, _, _, _) ->
          new Input.ModelAnswered(id, attempt, Samples.saying("Done."), List.of());
      case Effect.CallTool call -> new Input.ToolAnswered(call.id(), Samples.FINE);
      case Effect.ProbeTool probe -> new Input.ToolProbed(probe.id(), new Finding.DidNotHappen());
      case Effect.AwaitCompletion away ->
          new Input.CompletionGiven(away.id(), Samples.FINE, List.of(), "worker");
      case Effect.AwaitAnswer asked ->
          Samples.approval(asked.id().ordinal(), new Answer.Yes(Answer.Scope.ONCE));
    };
  }

  private static SessionState taken(SessionState state, Input input) {
    return switch (SessionMachine.decide(state, input, Samples.NOW)) {
      case Commit(_, var next) -> next;
      case Ignore _ -> state;
    };
  }
}
