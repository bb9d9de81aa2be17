package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hook.HookPoint.Beginning;
import dev.drover.runtime.hooking.Scenes;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells hooks when a session is opened and when it is let go of.
record Lifetimes(Drover drover) {
  private static final Logger LOG = LoggerFactory.getLogger(Lifetimes.class);

  void began(SessionId session, String agent, Beginning beginning) {
    tell(
        session,
        agent,
        HookPoint.SessionStart.class,
        state -> new HookPoint.SessionStart(Scenes.of(state, null), beginning));
  }

  /// Nothing of the session is at work any more. Returns when hooks know, or have had their time.
  void ended(SessionId session, String agent) {
    tell(
        session,
        agent,
        HookPoint.SessionEnd.class,
        state ->
            new HookPoint.SessionEnd(
                Scenes.of(state, null), state.totals().turns(), state.totals().usage()));
    var engine = drover.engine();
    engine.hookLines().close(session, engine.options().closing());
  }

  private void tell(
      SessionId id,
      String agent,
      Class<? extends HookPoint.Told> kind,
      Function<SessionState, HookPoint.Told> point) {
    var engine = drover.engine();
    var spec = engine.agent(agent);
    var hooks = spec == null ? null : engine.hookLines().of(id, spec.governance().hooks());
    if (hooks == null || !hooks.isFor(kind)) {
      return;
    }
    try {
      hooks.tell(point.apply(drover.archive().state(id)));
    } catch (RuntimeException broken) {
      // Whoever closes a session gets no error for it.
      LOG.warn("session {}: hooks get no {}, its state cannot be read", id, kind, broken);
    }
  }
}
