package dev.drover.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Phase.Acting;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A cancel stops the run it is meant for, at once and for good, and no other.
@Tag("B4")
class CancelLawTest {
  @Test
  void aCancelForAnotherRunIsIgnored() {
    Walks.keep(
        walk -> {
          for (var moment : walk.moments()) {
            if (moment.input() instanceof Input.CancelRequested cancel
                && cancel.run() != null
                && running(moment).filter(run -> !run.equals(cancel.run())).isPresent()) {
              assertThat(moment.decision())
                  .isInstanceOfSatisfying(
                      Ignore.class, ignore -> assertThat(ignore.why()).isEqualTo(Why.OTHER_RUN));
            }
          }
        });
  }

  @Test
  void aCancelForTheRunThatIsGoingEndsItInTheSameCommit() {
    Walks.keep(
        walk -> {
          for (var moment : walk.moments()) {
            if (moment.input() instanceof Input.CancelRequested cancel
                && running(moment)
                    .filter(run -> cancel.run() == null || run.equals(cancel.run()))
                    .isPresent()) {
              assertThat(moment.after().phase()).isEqualTo(Phase.IDLE);
              assertThat(moment.events().getLast())
                  .isEqualTo(
                      new Event.RunFinished(
                          running(moment).orElseThrow(),
                          new RunOutcome.Cancelled(cancel.by(), "enough"),
                          moment.before().running().orElseThrow().used()));
            }
          }
        });
  }

  @Test
  void everyOpenCallOfACancelledRunGetsOneCancelledAndNoOtherCallDoes() {
    Walks.keep(
        walk -> {
          for (var moment : walk.commits()) {
            if (moment.input() instanceof Input.CancelRequested) {
              assertThat(moment.events())
                  .filteredOn(Event.ToolSettled.class::isInstance)
                  .allMatch(
                      event ->
                          ((Event.ToolSettled) event).outcome() instanceof ToolOutcome.Cancelled)
                  .extracting(event -> ((Event.ToolSettled) event).effect())
                  .containsExactlyElementsOf(open(moment.before()));
            }
          }
        });
  }

  @Test
  void whateverComesAfterACancelIsLate() {
    Walks.keep(
        walk -> {
          for (var moment : walk.commits()) {
            if (moment.input() instanceof Input.CancelRequested cancel) {
              var again = SessionMachine.decide(moment.after(), cancel, moment.now());
              assertThat(again)
                  .isInstanceOfSatisfying(
                      Ignore.class, ignore -> assertThat(ignore.why()).isEqualTo(Why.IDLE));
              for (var effect : open(moment.before())) {
                var late = new Input.ToolAnswered(effect, Samples.FINE);
                assertThat(SessionMachine.decide(moment.after(), late, moment.now()))
                    .isInstanceOfSatisfying(
                        Ignore.class, ignore -> assertThat(ignore.why()).isEqualTo(Why.STALE));
              }
            }
          }
        });
  }

  private static Optional<RunId> running(Walk.Moment moment) {
    return moment.before().running().map(RunFrame::run);
  }

  private static List<EffectId> open(SessionState state) {
    return state.phase() instanceof Acting acting
        ? acting.calls().stream().filter(call -> !call.isSettled()).map(OpenCall::effect).toList()
        : List.of();
  }
}
