package dev.drover.internal.session;

import dev.drover.internal.cluster.ProcessLease;
import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.kernel.event.Event.TakeoverCause;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.time.Time;

/// Whether and how this process may take a session over. Safe for use by any thread.
///
/// @param course what happens to a run whose process died
public record TakeoverRules(
    ProcessLease presence,
    DrivingAgents agents,
    RuntimeState runtime,
    Time time,
    RecoveryCourse course) {
  /// Whether an agent of this process can drive it.
  boolean isAble(SessionState state) {
    return !runtime.isDraining() && agents.find(state) != null;
  }

  boolean isFree(SessionId session) {
    return presence.readIsFree(session);
  }

  Input.Recovered recovered(SessionId session, SessionState state) {
    return new Input.Recovered(presence.owner().value(), course, cause(session, state));
  }

  /// A process that died while everything waited has lost nothing.
  private TakeoverCause cause(SessionId session, SessionState state) {
    var wakes = state.wakeAt();
    boolean waits = wakes == null || wakes.isAfter(time.now());
    return waits || presence.readIsReleased(session) ? TakeoverCause.MOVE : TakeoverCause.CRASH;
  }
}
