package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SealedFamily.leaves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.message.ToolOutcome;
import java.util.EnumSet;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/// Laws are only as good as the walks they are checked on: these must reach every case.
class WalkRunnerTest {
  @Test
  void theWalksCoverEveryEventAndEveryReasonToIgnoreAnInput() {
    var events = new HashSet<Class<?>>();
    var reasons = EnumSet.noneOf(Decision.Why.class);
    WalkRunner.keep(
        walk -> {
          walk.events().forEach(event -> events.add(event.getClass()));
          walk.moments().stream()
              .map(InputWalk.Moment::decision)
              .filter(Ignore.class::isInstance)
              .forEach(decision -> reasons.add(((Ignore) decision).why()));
        });
    assertThat(events).isEqualTo(leaves(Event.class));
    assertThat(reasons).isEqualTo(EnumSet.allOf(Decision.Why.class));
  }

  @Test
  void theWalksCoverEveryRunOutcomeAndEveryToolOutcome() {
    var ends = new HashSet<Class<?>>();
    var problems = new HashSet<String>();
    WalkRunner.keep(
        walk -> {
          for (var event : walk.events()) {
            if (event instanceof Event.RunFinished(_, var outcome, _)) {
              ends.add(outcome.getClass());
              if (outcome instanceof RunOutcome.Failed(var failure, _)) {
                problems.add(failure.problem().code());
              }
            }
            if (event instanceof Event.ToolSettled(_, _, var outcome, _, _, _)) {
              ends.add(outcome.getClass());
            }
          }
        });
    assertThat(ends).containsAll(leaves(RunOutcome.class)).containsAll(leaves(ToolOutcome.class));
    assertThat(problems)
        .containsExactlyInAnyOrder(
            "checks_failed",
            "out_of_turns",
            "budget_exhausted",
            "interrupted",
            "crash_loop",
            "model_unavailable",
            "model_refused",
            "answer_misfit",
            "compaction_misfit");
  }

  @Test
  void theSameSeedGivesTheSameWalk() {
    assertThat(InputWalk.of(WalkStep.walk(7))).isEqualTo(InputWalk.of(WalkStep.walk(7)));
  }

  @Test
  void aViolatedLawIsReportedWithItsSeedAndTheShortestWalk() {
    assertThatThrownBy(
            () ->
                WalkRunner.keep(
                    walk ->
                        assertThat(walk.events())
                            .noneMatch(event -> event instanceof Event.ReplyInterrupted)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("broken by seed ")
        .hasMessageContaining("Opened[")
        .hasMessageContaining("RunAccepted")
        .message()
        .satisfies(told -> assertThat(told.split("\n {4}-> ", -1)).hasSizeBetween(4, 6));
  }
}
