package dev.drover.kernel;

import static dev.drover.kernel.SealedFamily.leaves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Decision.Ignore;
import java.util.EnumSet;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/// Laws are only as good as the walks they are tried on: these must go everywhere.
class WalksTest {
  @Test
  void theWalksMeetEveryEventAndEveryReasonToIgnoreAnInput() {
    var events = new HashSet<Class<?>>();
    var reasons = EnumSet.noneOf(Decision.Why.class);
    Walks.keep(
        walk -> {
          walk.events().forEach(event -> events.add(event.getClass()));
          walk.moments().stream()
              .map(Walk.Moment::decision)
              .filter(Ignore.class::isInstance)
              .forEach(decision -> reasons.add(((Ignore) decision).why()));
        });
    assertThat(events).isEqualTo(leaves(Event.class));
    assertThat(reasons).isEqualTo(EnumSet.allOf(Decision.Why.class));
  }

  @Test
  void theWalksEndRunsInEveryWayAndSettleCallsInEveryWay() {
    var ends = new HashSet<Class<?>>();
    var problems = new HashSet<String>();
    Walks.keep(
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
  void theSameSeedIsTheSameWalk() {
    assertThat(Walk.of(Step.walk(7))).isEqualTo(Walk.of(Step.walk(7)));
  }

  @Test
  void aBrokenLawIsToldWithItsSeedAndTheShortestWalkThatBreaksIt() {
    assertThatThrownBy(
            () ->
                Walks.keep(
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
