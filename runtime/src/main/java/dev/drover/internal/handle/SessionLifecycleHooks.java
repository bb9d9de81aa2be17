package dev.drover.internal.handle;

import dev.drover.hook.HookPoint;
import dev.drover.hook.HookPoint.SessionStartKind;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.hook.HookContexts;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import java.time.Duration;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls hooks when a session is opened and when it is released.
public record SessionLifecycleHooks(
    StoredSessionQueries queries,
    AgentRegistry agents,
    HookChainRegistry hooks,
    Duration patience) {
  private static final Logger LOG = LoggerFactory.getLogger(SessionLifecycleHooks.class);

  void began(SessionId session, String agent, SessionStartKind beginning) {
    tell(
        session,
        agent,
        HookPoint.SessionStart.class,
        state -> new HookPoint.SessionStart(HookContexts.of(state, null), beginning));
  }

  /// The session has no more work. Returns when hooks have returned or timed out.
  void ended(SessionId session, String agent) {
    tell(
        session,
        agent,
        HookPoint.SessionEnd.class,
        state ->
            new HookPoint.SessionEnd(
                HookContexts.of(state, null), state.totals().turns(), state.totals().usage()));
    hooks.close(session, patience);
  }

  private void tell(
      SessionId id,
      String agent,
      Class<? extends HookPoint.Observed> kind,
      Function<SessionState, HookPoint.Observed> point) {
    var spec = agents.find(agent);
    var chain = spec == null ? null : hooks.of(id, spec.governance().hooks());
    if (chain == null || !chain.isFor(kind)) {
      return;
    }
    try {
      chain.notifyObservers(point.apply(queries.state(id)));
    } catch (RuntimeException broken) {
      // Closing a session never fails.
      LOG.warn("session {}: hooks get no {}, its state cannot be read", id, kind, broken);
    }
  }
}
