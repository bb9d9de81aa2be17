package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import org.jspecify.annotations.Nullable;

/// The decisions about handing a conversation on: by the model of a run, which ends with it, or by
/// the host. Whoever writes the events down begins the successor in the same append.
final class Succession {
  private Succession() {}

  /// The run ends with this call. Those that were asked for after it are not made.
  static Decision answered(Draft draft, CallSite site, Input.HandedOff handed) {
    if (!(site.call().stage() instanceof OpenCall.Stage.Started)) {
      return new Ignore(Why.STALE, "no call is running under " + site.effect());
    }
    var state = draft.state();
    var refusal =
        state.isRunning(site.run()) ? refusal(state) : "only the model of a run hands on with it";
    if (refusal != null) {
      Calls.settle(draft, site, new ToolOutcome.Failed(Text.of(refusal)));
      return Turns.proceed(draft);
    }
    var to = handed.to();
    Calls.settle(draft, site, new ToolOutcome.Succeeded(to.told()));
    return Turns.handedOff(draft, to);
  }

  /// @return why this conversation cannot be handed on now; null if it can
  static @Nullable String refusal(SessionState state) {
    if (state.profile().origin() instanceof Origin.Delegated) {
      return "a task is answered by the one it was given to; answer it yourself";
    }
    if (state.annals().chain().before() >= Chain.MOST) {
      return "the conversation was handed on %d times already; go on yourself"
          .formatted(Chain.MOST);
    }
    if (!state.annals().tasks().isEmpty()) {
      return "%d tasks are going, and their ends are told here; wait for them, or cancel them"
          .formatted(state.annals().tasks().size());
    }
    return state
            .running()
            .filter(frame -> frame.brief().history() instanceof Prompt.History.Given)
            .isPresent()
        ? "this run has a history of its own, which nobody else has; answer it yourself"
        : null;
  }

  static Decision requested(Draft draft, Input.HandOffRequested requested) {
    var next = draft.state().annals().chain().next();
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
