package dev.drover.internal.dispatch;

import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.state.KnownState;
import dev.drover.internal.state.OwnedRuns;

/// Starts due effects of a session that this process drives. Belongs to the session's writer.
public record DueEffects(
    KnownState state,
    OwnedRuns driving,
    EffectScheduler effects,
    WakeTimers alarms,
    LoadedSessions loaded,
    WaitLog waits) {
  /// Starts due effects, and sets a timer for those that have to wait. Does nothing if this process
  /// does not drive the session.
  public void dispatchDue() {
    var now = state.requireLoaded();
    if (!driving.ownsAll(now)) {
      return;
    }
    var session = state.session();
    alarms.set(session, effects.reconcile(now));
    if (driving.hasWork() && effects.isEmpty()) {
      loaded.markParked(session, now.position().seq());
      waits.parked(now);
    } else {
      loaded.clearParked(session);
    }
  }
}
