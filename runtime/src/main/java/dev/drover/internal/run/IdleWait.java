package dev.drover.internal.run;

import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.inbox.WriterMessage.ActiveRunAction;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.internal.session.SessionShutdown;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.spi.time.Time;
import dev.drover.watch.Cursor;
import java.time.Duration;

/// Whether sessions are idle: no run, no direct call, and no hook or stopped tool at work. Safe for
/// use by any thread.
public record IdleWait(
    StoredSessionQueries queries, SessionShutdown shutdown, HookChainRegistry hooks, Time time) {
  public boolean isIdle(SessionId session) {
    // Checked last: the notifications of an end are known once the writer has settled it.
    return isIdle(queries.state(session))
        && shutdown.checkStopped(session)
        && hooks.isQuiet(session);
  }

  private static boolean isIdle(SessionState state) {
    return state.running().isEmpty() && state.direct().isEmpty();
  }

  /// @return false if there was still work when the time was over
  public boolean awaitIdle(SessionId session, Duration atMost) {
    var until = time.now().plus(WaitLimit.cap(atMost));
    var start = queries.state(session);
    if (!isIdle(start)) {
      try (var events = queries.eventsOnly(new Cursor(session, start.position().seq()))) {
        while (!isIdle(queries.state(session))) {
          var left = Duration.between(time.now(), until);
          if (left.isNegative() || left.isZero()) {
            return false;
          }
          if (events.next(left).isEmpty() && events.isAtEnd()) {
            throw new SessionClosed(session);
          }
        }
      }
    }
    // A stopped tool has an outcome, and may still be running.
    shutdown.awaitStopped(session, ActiveRunAction.KEEP);
    var left = Duration.between(time.now(), until);
    return hooks.awaitQuiet(session, left);
  }
}
