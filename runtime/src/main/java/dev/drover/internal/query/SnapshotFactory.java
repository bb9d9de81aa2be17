package dev.drover.internal.query;

import dev.drover.kernel.machine.OpenCall;
import dev.drover.kernel.machine.OpenTask;
import dev.drover.kernel.machine.RunState;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.SessionId;
import dev.drover.query.SessionSnapshot;
import java.util.List;

/// Derives the view that users get of a session's state.
final class SnapshotFactory {
  private SnapshotFactory() {}

  static SessionSnapshot of(SessionId session, SessionState state) {
    var profile = state.profile();
    var totals = state.totals();
    return new SessionSnapshot(
        session,
        state.position().seq(),
        new SessionSnapshot.Profile(
            profile.identity(),
            profile.origin(),
            profile.recipe(),
            profile.labels(),
            state.ownModel()),
        new SessionSnapshot.Work(
            state.running().map(RunState::run).orElse(null),
            calls(state),
            state.records().tasks().stream().map(OpenTask::child).toList()),
        new SessionSnapshot.Totals(totals.runs(), totals.turns(), totals.usage()),
        state.conversation().messages(),
        state.records().reports());
  }

  private static List<PlannedCall> calls(SessionState state) {
    return state.phase() instanceof SessionPhase.Acting(_, var calls)
        ? calls.stream().map(OpenCall::planned).toList()
        : List.of();
  }
}
