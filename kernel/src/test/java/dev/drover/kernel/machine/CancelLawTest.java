package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A cancel stops the addressed run, at once and permanently, and no other.
@Tag("B4")
class CancelLawTest {
  @Test
  void aCancelForAnotherRunIsIgnored() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.moments()) {
            if (moment.input() instanceof Input.CancelRequested cancel
                && cancel.run() != null
                && moment.before().direct(cancel.run()).isEmpty()
                && moment.before().backlog().queued(cancel.run()).isEmpty()
                && running(moment).filter(run -> !run.equals(cancel.run())).isPresent()) {
              assertThat(moment.decision())
                  .isInstanceOfSatisfying(
                      Ignore.class, ignore -> assertThat(ignore.why()).isEqualTo(Why.OTHER_RUN));
            }
          }
        });
  }

  @Test
  void aCancelOfTheCurrentRunEndsItInTheSameCommit() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.moments()) {
            if (moment.input() instanceof Input.CancelRequested cancel
                && running(moment)
                    .filter(run -> cancel.run() == null || run.equals(cancel.run()))
                    .isPresent()) {
              // Runs with an exhausted budget end at once.
              var waiting =
                  moment.before().backlog().queue().stream()
                      .filter(queued -> !isEnded(moment, queued.run()))
                      .findFirst();
              assertThat(moment.after().running().map(RunState::run))
                  .isEqualTo(waiting.map(Backlog.Queued::run));
              assertThat(moment.events())
                  .contains(
                      new Event.RunFinished(
                          running(moment).orElseThrow(),
                          new RunOutcome.Cancelled(cancel.by(), "enough"),
                          moment.before().running().orElseThrow().used()));
            }
          }
        });
  }

  private static boolean isEnded(InputWalk.Moment moment, RunId run) {
    return moment.events().stream()
        .anyMatch(event -> event instanceof Event.RunFinished end && end.run().equals(run));
  }

  @Test
  void everyOpenCallOfACancelledRunIsCancelledOnceAndNoOtherCallIs() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.commits()) {
            if (moment.input() instanceof Input.CancelRequested cancel) {
              assertThat(moment.events())
                  .filteredOn(Event.ToolSettled.class::isInstance)
                  .allMatch(
                      event ->
                          ((Event.ToolSettled) event).outcome() instanceof ToolOutcome.Cancelled)
                  .extracting(event -> ((Event.ToolSettled) event).effect())
                  .containsExactlyElementsOf(meant(moment.before(), cancel));
            }
          }
        });
  }

  @Test
  void inputsAfterACancelAreIgnored() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.commits()) {
            if (moment.input() instanceof Input.CancelRequested cancel) {
              var again = SessionMachine.decide(moment.after(), cancel, moment.now());
              // A cancel without a run applies to the next one as well.
              if (cancel.run() != null || moment.after().running().isEmpty()) {
                var why = moment.after().running().isEmpty() ? Why.IDLE : Why.OTHER_RUN;
                assertThat(again)
                    .isInstanceOfSatisfying(
                        Ignore.class, ignore -> assertThat(ignore.why()).isEqualTo(why));
              }
              for (var effect : meant(moment.before(), cancel)) {
                var late = new Input.ToolAnswered(effect, SampleValues.FINE);
                assertThat(SessionMachine.decide(moment.after(), late, moment.now()))
                    .isInstanceOfSatisfying(
                        Ignore.class, ignore -> assertThat(ignore.why()).isEqualTo(Why.STALE));
              }
            }
          }
        });
  }

  private static Optional<RunId> running(InputWalk.Moment moment) {
    return moment.before().running().map(RunState::run);
  }

  /// The open calls that a cancel applies to: direct calls first, then those of the turn.
  private static List<EffectId> meant(SessionState state, Input.CancelRequested cancel) {
    var run = cancel.run();
    var all = new ArrayList<EffectId>();
    for (var direct : state.direct()) {
      if (run == null || run.equals(direct.run())) {
        all.add(direct.open().effect());
      }
    }
    if (state.phase() instanceof Acting(var frame, var calls)
        && (run == null || run.equals(frame.run()))) {
      calls.stream().filter(call -> !call.isSettled()).map(OpenCall::effect).forEach(all::add);
    }
    return all;
  }
}
