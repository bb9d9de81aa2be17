package dev.drover.runtime.replay;

import dev.drover.kernel.Input;
import dev.drover.kernel.Phase.Thinking;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningOutcome;

/// Reads backwards what was done about the length of the conversation.
final class CompactionCauses {
  private CompactionCauses() {}

  /// A plain trim keeps as many exchanges as there are in what was kept; a record that keeps
  /// something else is found out when that is decided.
  static Cause whenIdle(SessionState state, Shortening shortening) {
    var said = state.conversation();
    int exchanges = 0;
    for (int i = Math.max(0, said.size() - shortening.cut().kept()); i < said.size(); i++) {
      exchanges += said.beginsExchange(i) ? 1 : 0;
    }
    var given = new Input.CompactionGiven(state.position().nextEffect(), shortening);
    return exchanges == 0
        ? Cause.of(given)
        : Cause.of(given, new Input.CompactRequested(shortening.by(), exchanges));
  }

  static Cause given(SessionState state, ShorteningOutcome outcome) {
    return Cause.of(new Input.CompactionGiven(state.position().nextEffect(), outcome));
  }

  static Cause postponed(Thinking thinking, ShorteningOutcome outcome) {
    return Cause.of(new Input.ModelPostponed(thinking.effect(), thinking.attempt(), outcome));
  }
}
