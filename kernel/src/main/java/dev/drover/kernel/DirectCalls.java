package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The decisions about calls that the host makes itself. What they have in common with the calls of
/// a turn is in [Calls].
final class DirectCalls {
  private DirectCalls() {}

  static Decision called(Draft draft, Input.DirectCalled called) {
    if (draft.state().direct().size() >= DirectCall.MOST) {
      return new Ignore(Why.BUSY, DirectCall.MOST + " direct calls are open already");
    }
    var judged = called.judged();
    var effect = draft.state().position().nextEffect();
    draft.add(
        new Event.DirectCallAccepted(
            called.run(), called.by(), judged.named(effect, judged.verdict())));
    Calls.open(draft, draft.state().site(effect).orElseThrow());
    return Turns.proceed(draft);
  }

  /// Settles the direct call of this name, or all of them.
  static void cancel(Draft draft, @Nullable RunId meant, String by) {
    for (var direct : draft.state().direct()) {
      if (meant == null || meant.equals(direct.run())) {
        Calls.settle(draft, direct.site(), ToolOutcome.Cancelled.by(by));
      }
    }
  }

  /// At once: whatever becomes of the run beside it, the world owes the call something.
  private static void startIfReady(Draft draft, RunId run) {
    draft
        .state()
        .direct(run)
        .filter(call -> call.open().stage() instanceof OpenCall.Stage.Ready)
        .ifPresent(call -> Calls.startIfPaid(draft, call.site()));
  }

  static void recover(Draft draft, Input.Recovered input) {
    for (var direct : draft.state().direct()) {
      if (direct.open().isRunning()) {
        var lost = List.of(direct.open().effect());
        draft.add(new Event.RunRecovered(direct.run(), input.by(), lost, input.cause()));
        switch (input.course()) {
          case DRIVE_ON -> {
            Calls.recover(draft, direct.site(), input.cause());
            startIfReady(draft, direct.run());
          }
          case CLOSE -> Calls.settle(draft, direct.site(), Calls.whenClosed(direct.open()));
        }
      }
    }
  }
}
