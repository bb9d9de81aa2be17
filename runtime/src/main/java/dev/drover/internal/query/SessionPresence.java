package dev.drover.internal.query;

import dev.drover.internal.dispatch.WakeTimers;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.state.SessionStates;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// What this process knows of sessions. Safe for use by any thread.
public record SessionPresence(SessionStates states, LoadedSessions loaded, WakeTimers timers) {
  /// The state, if it is known in this process.
  public @Nullable SessionState known(SessionId session) {
    return states.known(session);
  }

  /// Whether this process has the session loaded, parked or scheduled.
  public boolean isInvolvedIn(SessionId session) {
    return loaded.isLoadedOrParked(session) || timers.isSet(session);
  }
}
