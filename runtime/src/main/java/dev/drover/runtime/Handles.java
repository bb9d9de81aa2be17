package dev.drover.runtime;

import dev.drover.kernel.Profile;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.hook.HookPoint.Beginning;
import dev.drover.runtime.writer.Letter.Manner;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The sessions that are open in a runtime. Handles are held weakly: one that nobody has leaves
/// nothing behind, once its run is over.
///
/// All methods may be called by any thread.
final class Handles {
  private final Drover drover;
  private final ConcurrentHashMap<SessionId, OpenSession> open = new ConcurrentHashMap<>();
  private final ReferenceQueue<Session> dropped = new ReferenceQueue<>();
  // Those with a run that was going when the last handle became garbage.
  private final Set<OpenSession> unattended = ConcurrentHashMap.newKeySet();

  Handles(Drover drover) {
    this.drover = drover;
  }

  private static final class Held extends WeakReference<Session> {
    private final OpenSession open;

    Held(Session session, OpenSession open, ReferenceQueue<Session> queue) {
      super(session, queue);
      this.open = open;
    }
  }

  /// Holds a session before anything is done with it, so that nobody's close comes in between.
  /// Waits for a close that is under way.
  SessionHold enter(SessionId id) {
    drover.requireOpen();
    clean();
    var entered = new AtomicReference<@Nullable SessionHold>();
    while (true) {
      var shared =
          open.compute(
              id,
              (_, known) -> {
                var now = known == null ? new OpenSession(id, drover) : known;
                entered.set(now.enter());
                return now;
              });
      var hold = entered.get();
      if (hold != null) {
        return hold;
      }
      if (shared.departure().hasGone()) {
        open.remove(id, shared);
      }
    }
  }

  /// @param found what it was when it was opened; null if it was new
  Session handle(SessionHold hold, String agent, Beginning beginning, @Nullable Profile found) {
    var session = new Session(hold, drover, agent, found);
    hold.takenBy(new Held(session, hold.open(), dropped));
    if (hold.open().hasHandle(session)) {
      new Lifetimes(drover).began(session.id(), agent, beginning);
    }
    return session;
  }

  /// Nobody has the handle any more, or will have it: it is not waited for until it is garbage.
  void forget(Session session) {
    session.hold().takenBy(new WeakReference<>(null));
    drop(session.hold().open());
  }

  @Nullable OpenSession find(SessionId id) {
    return open.get(id);
  }

  OpenSession findOrMake(SessionId id) {
    return open.computeIfAbsent(id, _ -> new OpenSession(id, drover));
  }

  List<SessionId> open() {
    clean();
    return open.values().stream().filter(OpenSession::isOpen).map(OpenSession::id).toList();
  }

  void remove(OpenSession session) {
    open.remove(session.id(), session);
  }

  void dropIfEmpty(OpenSession session) {
    if (!session.isHeld()) {
      // In one step with those who enter.
      open.computeIfPresent(
          session.id(), (_, known) -> known == session && known.isEmpty() ? null : known);
    }
  }

  /// Closes all sessions, side by side.
  void closeAll(Manner manner) {
    var closers = new ArrayList<Thread>();
    for (var session : open.values()) {
      closers.add(Thread.ofVirtual().start(() -> session.leave(manner)));
    }
    closers.forEach(Calmly::join);
  }

  private void clean() {
    // One of them each time somebody comes: none is kept for ever, and nobody pays for all.
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
