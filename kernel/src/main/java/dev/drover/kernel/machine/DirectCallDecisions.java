package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The decisions about direct calls of the host. [ToolCallDecisions] has those that they share with
/// the calls of a turn.
final class DirectCallDecisions {
  private DirectCallDecisions() {}

  static Decision called(Draft draft, Input.DirectCalled called) {
    if (draft.state().direct().size() >= DirectCall.MOST) {
      return new Ignore(Why.BUSY, DirectCall.MOST + " direct calls are open already");
    }
    var judged = called.judged();
    var effect = draft.state().position().nextEffect();
    draft.add(
        new Event.DirectCallAccepted(
            called.run(), called.by(), judged.planned(effect, judged.verdict())));
    ToolCallDecisions.open(draft, draft.state().openCallContext(effect).orElseThrow());
    return TurnDecisions.proceed(draft);
  }

  /// Settles the direct call with this id, or all of them.
  static void cancel(Draft draft, @Nullable RunId meant, String by) {
    for (var direct : draft.state().direct()) {
      if (meant == null || meant.equals(direct.run())) {
        ToolCallDecisions.settle(draft, direct.site(), ToolOutcome.Cancelled.by(by));
      }
    }
  }

  /// Starts it at once: the call is due independently of the current run.
  private static void startIfReady(Draft draft, RunId run) {
    draft
        .state()
        .direct(run)
        .filter(call -> call.open().stage() instanceof OpenCall.Stage.Ready)
        .ifPresent(call -> ToolCallDecisions.startIfPaid(draft, call.site()));
  }

  static void recover(Draft draft, Input.Recovered input) {
    for (var direct : draft.state().direct()) {
      if (direct.open().isRunning()) {
        var lost = List.of(direct.open().effect());
        draft.add(new Event.RunRecovered(direct.run(), input.by(), lost, input.cause()));
        switch (input.mode()) {
          case DRIVE_ON -> {
            ToolCallDecisions.recover(draft, direct.site(), input.cause());
            startIfReady(draft, direct.run());
          }
          case CLOSE ->
              ToolCallDecisions.settle(
                  draft, direct.site(), ToolCallDecisions.whenClosed(direct.open()));
        }
      }
    }
  }
}
