package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.writer.Letter.Manner;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A session that is open in this runtime: what its handles share.
///
/// Each handle has a [SessionHold]. Closing a handle gives up its hold, and the session is closed
/// with the last one, so that no handle ends what another one has going. A handle that is garbage
/// and was never closed holds the session until the run that was begun through it is over.
///
/// All methods may be called by any thread.
final class OpenSession {
  private final SessionId id;
  private final Drover drover;
  private final Departure departure;
  // Guarded by this.
  private final Set<SessionHold> holds = new LinkedHashSet<>();
  private @Nullable String agent;
  private @Nullable Manner postponed;

  OpenSession(SessionId id, Drover drover) {
    this.id = id;
    this.drover = drover;
    this.departure = new Departure(id);
  }

  SessionId id() {
    return id;
  }

  Departure departure() {
    return departure;
  }

  /// The agent of its handles; null if there has been none.
  synchronized @Nullable String agent() {
    return agent;
  }

  /// @return null if the session is being closed or deleted
  synchronized @Nullable SessionHold enter() {
    if (departure.hasBegun()) {
      return null;
    }
    var hold = new SessionHold(this);
    holds.add(hold);
    return hold;
  }

  /// @return whether it is the first handle
  synchronized boolean hasHandle(Session handle) {
    boolean isFirst = agent == null;
    agent = handle.agent();
    return isFirst;
  }

  /// Whether somebody has a handle, or had one and has left a run.
  boolean isHeld() {
    forgetDropped();
    synchronized (this) {
      return !holds.isEmpty();
    }
  }

  synchronized boolean isEmpty() {
    return holds.isEmpty();
  }

  /// Whether all that hold it are runs whose handles are garbage.
  synchronized boolean isUnattended() {
    return holds.stream().allMatch(SessionHold::isDropped);
  }

  /// Whether a handle is open.
  boolean isOpen() {
    return !departure.hasBegun() && isHeld();
  }

  /// Gives up a hold. The last one closes the session, and so does whoever comes after that: each
  /// returns when it is done.
  void release(SessionHold hold, Manner manner) {
    forgetDropped();
    boolean isInside = isInside();
    while (true) {
      boolean isMine;
      synchronized (this) {
        holds.remove(hold);
        if (!holds.isEmpty()) {
          postponed = manner;
          return;
        }
        isMine = departure.begin();
      }
      if (isMine && !isInside) {
        finish(manner);
      } else if (isMine) {
        finishLater(manner);
      }
      if (isMine || isInside || departure.hasGone()) {
        return;
      }
    }
  }

  /// Gives up a hold that no handle came of. If the others were closed meanwhile, this one was why
  /// the session was not.
  void abandon(SessionHold hold) {
    Manner left;
    synchronized (this) {
      left = postponed;
    }
    if (left != null) {
      release(hold, left);
    } else {
      synchronized (this) {
        holds.remove(hold);
      }
      drover.handles().dropIfEmpty(this);
    }
  }

  /// Closes the session for all who hold it.
  void leave(Manner manner) {
    if (!isInside()) {
      departure.leave(manner, () -> drover.leave(this, manner));
    } else if (departure.begin()) {
      finishLater(manner);
    }
  }

  /// A close waits for the callbacks of its session, so none of them waits for the close.
  private boolean isInside() {
    return drover.engine().isCallbackOf(id);
  }

  private void finishLater(Manner manner) {
    drover.engine().partings().announce(id, manner);
    Thread.startVirtualThread(() -> finish(manner));
  }

  private void finish(Manner manner) {
    departure.finish(manner, () -> drover.leave(this, manner));
  }

  /// Forgets handles that are garbage, unless a run of theirs is going. The store is asked without
  /// a lock: what is over stays over.
  private void forgetDropped() {
    List<SessionHold> known;
    synchronized (this) {
      known = List.copyOf(holds);
    }
    var over = known.stream().filter(hold -> hold.isDropped() && hold.isRunOver(drover)).toList();
    synchronized (this) {
      over.forEach(holds::remove);
    }
  }
}
