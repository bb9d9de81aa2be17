package dev.drover.internal.hook;

import dev.drover.hook.Hook;
import dev.drover.hook.HookRegistry;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.secret.SecretRedactor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The hooks of all sessions. A session without hooks costs nothing here.
///
/// All methods may be called by any thread.
public final class HookChainRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(HookChainRegistry.class);

  private final ConcurrentHashMap<SessionId, SessionHooks> posts = new ConcurrentHashMap<>();
  private final HookCaller calling;
  private final Function<SessionId, @Nullable SessionId> above;

  // Whether a session ever had its own hooks: until then there is no lookup.
  private volatile boolean isAnyOwn;

  /// The hooks of one session, and the queue of its observers.
  ///
  /// @param hold whether hooks may still be registered there
  private record SessionHooks(HookRegistry own, ObserverQueue courier, HoldState hold) {}

  private enum HoldState {
    HELD,
    FREE
  }

  /// @param redactor for the messages of exceptions
  /// @param above finds the parent session; null if there is none
  /// @param callbacks knows on which threads hooks run
  public HookChainRegistry(
      SecretRedactor redactor,
      Function<SessionId, @Nullable SessionId> above,
      HostCallbacks callbacks) {
    this.calling = new HookCaller(redactor, callbacks);
    this.above = above;
  }

  /// The hooks that currently apply to a session: those of its agent, its own, and those inherited
  /// from its parents.
  ///
  /// @param agents the hooks of its agent
  /// @return null if there are none
  public @Nullable HookChain of(SessionId session, HookRegistry agents) {
    var known = posts.isEmpty() ? null : posts.get(session);
    int own = known == null ? 0 : known.own().count();
    if (own == 0 && agents.count() == 0 && !isAnyOwn) {
      return null;
    }
    var held = held(session, agents);
    return held.isEmpty() ? null : new HookChain(held, calling, post(session).courier());
  }

  private List<Hook> held(SessionId session, HookRegistry agents) {
    if (!isAnyOwn && agents.inherited().size() == agents.count()) {
      return agents.all();
    }
    var parent = above.apply(session);
    var all = new ArrayList<>(parent == null ? agents.all() : agents.inherited());
    for (var each = parent; each != null; each = above.apply(each)) {
      var post = posts.get(each);
      if (post != null) {
        all.addAll(post.own().inherited());
      }
    }
    var post = posts.get(session);
    if (post != null) {
      all.addAll(post.own().all());
    }
    // A stable sort: with equal priority, the agent's hook is first, then the parent's, then the
    // session's own.
    all.sort(Comparator.comparingInt(hook -> hook.terms().priority()));
    return all;
  }

  /// The hooks of a session in addition to those of its agent, until it is closed.
  public HookRegistry own(SessionId session) {
    isAnyOwn = true;
    var held =
        posts.compute(
            session,
            (_, known) ->
                known == null
                    ? new SessionHooks(
                        new HookRegistry(), new ObserverQueue(calling), HoldState.HELD)
                    : new SessionHooks(known.own(), known.courier(), HoldState.HELD));
    return held.own();
  }

  private SessionHooks post(SessionId session) {
    return posts.computeIfAbsent(
        session,
        _ -> new SessionHooks(new HookRegistry(), new ObserverQueue(calling), HoldState.FREE));
  }

  /// Whether observers were notified of all events of the session.
  public boolean isQuiet(SessionId session) {
    var post = posts.get(session);
    return post == null || post.courier().isEmpty();
  }

  /// Waits until observers were notified of all events of the session.
  ///
  /// @return false if that was not done in time
  public boolean awaitQuiet(SessionId session, Duration atMost) {
    var post = posts.get(session);
    return post == null || post.courier().awaitEmpty(atMost);
  }

  /// Removes the session after its observers were notified of all events, or after a time limit.
  public void close(SessionId session, Duration atMost) {
    var post = posts.get(session);
    if (post == null) {
      return;
    }
    if (!post.courier().awaitEmpty(atMost)) {
      LOG.warn("session {}: its hooks were not told of all within {}", session, atMost);
    }
    post.courier().stop();
    posts.remove(session);
  }

  /// Removes all sessions.
  public void closeAll(Duration atMost) {
    posts.keySet().forEach(session -> close(session, atMost));
  }

  /// The session was unloaded: removes it if it has no hooks and no waiting notifications.
  public void unloaded(SessionId session) {
    posts.computeIfPresent(
        session,
        (_, post) -> post.hold() == HoldState.FREE && post.courier().isEmpty() ? null : post);
  }
}
