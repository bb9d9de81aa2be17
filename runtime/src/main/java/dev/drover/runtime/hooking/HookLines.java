package dev.drover.runtime.hooking;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.Hooks;
import dev.drover.spi.secret.Redactor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which hooks hold where. A session without any costs nothing here.
///
/// All methods may be called by any thread.
public final class HookLines {
  private static final Logger LOG = LoggerFactory.getLogger(HookLines.class);

  private final ConcurrentHashMap<SessionId, Post> posts = new ConcurrentHashMap<>();
  private final Calling calling;
  private final Function<SessionId, @Nullable SessionId> above;

  // Whether a session ever had hooks of its own: until then nobody looks for them.
  private volatile boolean isAnyOwn;

  /// What there is for one session: its own hooks, and who tells observers.
  ///
  /// @param hold whether somebody may still register hooks there
  private record Post(Hooks own, Courier courier, Hold hold) {}

  private enum Hold {
    HELD,
    FREE
  }

  /// @param redactor for what hooks throw
  /// @param above finds the session that another works for; null if it works for none
  /// @param callbacks knows on which threads hooks run
  public HookLines(
      Redactor redactor, Function<SessionId, @Nullable SessionId> above, HostCallbacks callbacks) {
    this.calling = new Calling(redactor, callbacks);
    this.above = above;
  }

  /// The hooks that hold for a session now: those of its agent, its own, and what it inherits of
  /// those that it works for.
  ///
  /// @param agents those of its agent
  /// @return null if there are none
  public @Nullable HookLine of(SessionId session, Hooks agents) {
    var known = posts.isEmpty() ? null : posts.get(session);
    int own = known == null ? 0 : known.own().count();
    if (own == 0 && agents.count() == 0 && !isAnyOwn) {
      return null;
    }
    var held = held(session, agents);
    return held.isEmpty() ? null : new HookLine(held, calling, post(session).courier());
  }

  private List<Hook> held(SessionId session, Hooks agents) {
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
    // A stable sort: of two with the same priority the agent's is first, and then the parent's.
    all.sort(Comparator.comparingInt(hook -> hook.terms().priority()));
    return all;
  }

  /// The hooks that a session has beside those of its agent, until it is closed.
  public Hooks own(SessionId session) {
    isAnyOwn = true;
    var held =
        posts.compute(
            session,
            (_, known) ->
                known == null
                    ? new Post(new Hooks(), new Courier(calling), Hold.HELD)
                    : new Post(known.own(), known.courier(), Hold.HELD));
    return held.own();
  }

  private Post post(SessionId session) {
    return posts.computeIfAbsent(
        session, _ -> new Post(new Hooks(), new Courier(calling), Hold.FREE));
  }

  /// Whether observers were told of all that happened in the session.
  public boolean isQuiet(SessionId session) {
    var post = posts.get(session);
    return post == null || post.courier().isQuiet();
  }

  /// Waits until observers were told of all that happened in the session.
  ///
  /// @return false if they were not in time
  public boolean awaitQuiet(SessionId session, Duration atMost) {
    var post = posts.get(session);
    return post == null || post.courier().awaitQuiet(atMost);
  }

  /// Forgets the session, once observers were told of all that happened, but does not wait for
  /// ever.
  public void close(SessionId session, Duration atMost) {
    var post = posts.get(session);
    if (post == null) {
      return;
    }
    if (!post.courier().awaitQuiet(atMost)) {
      LOG.warn("session {}: its hooks were not told of all within {}", session, atMost);
    }
    post.courier().stop();
    posts.remove(session);
  }

  /// Forgets all sessions.
  public void closeAll(Duration atMost) {
    posts.keySet().forEach(session -> close(session, atMost));
  }

  /// The session was unloaded: forgets it, if there is nothing that it would miss.
  public void unloaded(SessionId session) {
    posts.computeIfPresent(
        session, (_, post) -> post.hold() == Hold.FREE && post.courier().isQuiet() ? null : post);
  }
}
