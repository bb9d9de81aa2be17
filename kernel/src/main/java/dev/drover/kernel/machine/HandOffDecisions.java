package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.Text;
import org.jspecify.annotations.Nullable;

/// The decisions about hand-offs: by the model of a run, which ends with it, or by the host. The
/// committer begins the successor in the same append.
final class HandOffDecisions {
  private HandOffDecisions() {}

  /// The run ends with this call. Calls that follow it in the reply are not made.
  static Decision answered(Draft draft, OpenCallContext site, Input.HandedOff handed) {
    if (!(site.call().stage() instanceof OpenCall.Stage.Started)) {
      return new Ignore(Why.STALE, "no call is running under " + site.effect());
    }
    var state = draft.state();
    var refusal =
        state.isRunning(site.run()) ? refusal(state) : "only the model of a run hands on with it";
    if (refusal != null) {
      ToolCallDecisions.settle(draft, site, new ToolOutcome.Failed(Text.of(refusal)));
      return TurnDecisions.proceed(draft);
    }
    var to = handed.to();
    ToolCallDecisions.settle(draft, site, new ToolOutcome.Succeeded(to.message()));
    return TurnDecisions.handedOff(draft, to);
  }

  /// @return why this conversation cannot be handed off now; null if it can
  static @Nullable String refusal(SessionState state) {
    if (state.profile().origin() instanceof SessionOrigin.Delegated) {
      return "a task is answered by the one it was given to; answer it yourself";
    }
    if (state.records().chain().handOffCount() >= HandOffChain.MOST) {
      return "the conversation was handed on %d times already; go on yourself"
          .formatted(HandOffChain.MOST);
    }
    if (!state.records().tasks().isEmpty()) {
      return "%d tasks are going, and their ends are told here; wait for them, or cancel them"
          .formatted(state.records().tasks().size());
    }
    return state
            .running()
            .filter(frame -> frame.request().history() instanceof Prompt.History.Given)
            .isPresent()
        ? "this run has a history of its own, which nobody else has; answer it yourself"
        : null;
  }

  static Decision requested(Draft draft, Input.HandOffRequested requested) {
    var next = draft.state().records().chain().successor();
    if (next != null) {
      return handedOff(next);
    }
    var refusal = refusal(draft.state());
    return refusal == null
        ? draft.add(new Event.SessionHandedOff(requested.to(), requested.by())).commit()
        : new Ignore(Why.NOT_ALLOWED, refusal);
  }

  static Decision handedOff(SessionId next) {
    return new Ignore(Why.HANDED_OFF, "the conversation goes on in session " + next);
  }
}
