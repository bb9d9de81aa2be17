package dev.drover.replay;

import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionPhase.Thinking;
import dev.drover.kernel.machine.SessionState;

/// Derives the inputs behind compactions of the conversation.
final class CompactionCauses {
  private CompactionCauses() {}

  /// A plain trim keeps as many exchanges as the kept part has; a record that keeps anything else
  /// diverges when the input is decided.
  static ReplayCause whenIdle(SessionState state, CompactionOutcome.Applied applied) {
    var said = state.conversation();
    int exchanges = 0;
    for (int i = Math.max(0, said.size() - applied.cut().kept()); i < said.size(); i++) {
      exchanges += said.beginsExchange(i) ? 1 : 0;
    }
    var given = new Input.CompactionGiven(state.position().nextEffect(), applied);
    return exchanges == 0
        ? ReplayCause.of(given)
        : ReplayCause.of(given, new Input.CompactRequested(applied.by(), exchanges));
  }

  static ReplayCause given(SessionState state, CompactionOutcome outcome) {
    return ReplayCause.of(new Input.CompactionGiven(state.position().nextEffect(), outcome));
  }

  static ReplayCause postponed(Thinking thinking, CompactionOutcome outcome) {
    return ReplayCause.of(new Input.ModelPostponed(thinking.effect(), thinking.attempt(), outcome));
  }
}
