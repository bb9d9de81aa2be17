package dev.drover.internal.handle;

import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.internal.concurrent.Uninterruptibly;
import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.kernel.value.SessionId;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The sessions that are open in a runtime. Handles are referenced weakly: a garbage collected one
/// leaves nothing behind once its run is over.
///
/// All methods may be called by any thread.
public final class SessionHandles {
  private final RuntimeState runtime;
  private final SessionCloser closer;
  private final SessionLifecycleHooks hooks;
  private final ConcurrentHashMap<SessionId, OpenSession> open = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
  // Sessions with a run that was in progress when the last handle was garbage collected.
  private final Set<OpenSession> unattended = ConcurrentHashMap.newKeySet();

  /// @param closing creates the closer of these handles
  public SessionHandles(
      RuntimeState runtime,
      SessionLifecycleHooks hooks,
      Function<SessionHandles, SessionCloser> closing) {
    this.runtime = runtime;
    this.hooks = hooks;
    this.closer = closing.apply(this);
  }

  private static final class Held extends WeakReference<Object> {
    private final OpenSession open;

    Held(Object handle, OpenSession open, ReferenceQueue<Object> queue) {
      super(handle, queue);
      this.open = open;
    }
  }

  /// Holds a session before it is used, so that no close can come in between. Waits for a close in
  /// progress.
  SessionHold enter(SessionId id) {
    runtime.requireOpen();
    clean();
    var entered = new AtomicReference<@Nullable SessionHold>();
    while (true) {
      var shared =
          open.compute(
              id,
              (_, known) -> {
                var now = known == null ? new OpenSession(id, closer) : known;
                entered.set(now.enter());
                return now;
              });
      var hold = entered.get();
      if (hold != null) {
        return hold;
      }
      if (shared.lifecycle().awaitEnd()) {
        open.remove(id, shared);
      }
    }
  }

  /// Creates the handle for a caller, which is referenced weakly. Hooks have been called for the
  /// first one when this returns.
  ///
  /// @param <H> the type of the handle
  <H> H handle(OpenedSession opened, String agent, Function<OpenedSession, H> make) {
    var handle = make.apply(opened);
    var hold = opened.hold();
    hold.attach(new Held(handle, hold.open(), dropped));
    if (hold.open().attach(agent)) {
      hooks.began(opened.id(), agent, opened.start());
    }
    return handle;
  }

  /// No caller has the handle: it is released now, not when it is garbage collected.
  public void forget(SessionHold hold) {
    hold.attach(new WeakReference<>(null));
    drop(hold.open());
  }

  public @Nullable OpenSession find(SessionId id) {
    return open.get(id);
  }

  OpenSession findOrMake(SessionId id) {
    return open.computeIfAbsent(id, _ -> new OpenSession(id, closer));
  }

  public List<SessionId> open() {
    clean();
    return open.values().stream().filter(OpenSession::isOpen).map(OpenSession::id).toList();
  }

  void remove(OpenSession session) {
    open.remove(session.id(), session);
  }

  void dropIfEmpty(OpenSession session) {
    if (!session.checkHeld()) {
      // Atomic with respect to callers that enter.
      open.computeIfPresent(
          session.id(), (_, known) -> known == session && known.isEmpty() ? null : known);
    }
  }

  /// Closes all sessions in parallel.
  public void closeAll(CloseMode mode) {
    var closers = new ArrayList<Thread>();
    for (var session : open.values()) {
      closers.add(Thread.ofVirtual().start(() -> session.leave(mode)));
    }
    closers.forEach(Uninterruptibly::joinUninterruptibly);
  }

  private void clean() {
    // One of them with each call: none is kept forever, and no call checks all.
    var waiting = unattended.iterator();
    if (waiting.hasNext()) {
      var one = waiting.next();
      waiting.remove();
      drop(one);
    }
    for (var gone = dropped.poll(); gone != null; gone = dropped.poll()) {
      if (gone instanceof Held held) {
        drop(held.open);
      }
    }
  }

  private void drop(OpenSession session) {
    dropIfEmpty(session);
    if (open.get(session.id()) == session && session.isUnattended()) {
      unattended.add(session);
    }
  }
}
