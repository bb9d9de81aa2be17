package dev.drover.internal.handle;

import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.kernel.value.SessionId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A session that is open in this runtime: the state that its handles share.
///
/// Each handle has a [SessionHold]. Closing a handle releases its hold, and the session is closed
/// with the last one, so that no handle ends work of another one. A handle that was garbage
/// collected without being closed holds the session until the run that was started through it is
/// over.
///
/// All methods may be called by any thread.
public final class OpenSession {
  private final SessionId id;
  private final SessionCloser closer;
  private final HandleLifecycle lifecycle;
  // Guarded by this.
  private final Set<SessionHold> holds = new LinkedHashSet<>();
  private @Nullable String agent;
  private @Nullable CloseMode postponed;

  OpenSession(SessionId id, SessionCloser closer) {
    this.id = id;
    this.closer = closer;
    this.lifecycle = new HandleLifecycle(id);
  }

  SessionId id() {
    return id;
  }

  public HandleLifecycle lifecycle() {
    return lifecycle;
  }

  /// The agent of its handles; null if there has been none.
  synchronized @Nullable String agent() {
    return agent;
  }

  /// @return null if the session is being closed or deleted
  synchronized @Nullable SessionHold enter() {
    if (lifecycle.isClosing()) {
      return null;
    }
    var hold = new SessionHold(this);
    holds.add(hold);
    return hold;
  }

  /// @return whether it is the first handle
  synchronized boolean attach(String agentName) {
    boolean isFirst = agent == null;
    agent = agentName;
    return isFirst;
  }

  /// Whether there is a handle, or a run in progress of a handle that was garbage collected.
  boolean checkHeld() {
    forgetDropped();
    synchronized (this) {
      return !holds.isEmpty();
    }
  }

  synchronized boolean isEmpty() {
    return holds.isEmpty();
  }

  /// Whether only runs of garbage collected handles hold it.
  synchronized boolean isUnattended() {
    return holds.stream().allMatch(SessionHold::isDropped);
  }

  /// Whether a handle is open.
  boolean isOpen() {
    return !lifecycle.isClosing() && checkHeld();
  }

  /// Releases a hold. The last release closes the session, as does each later call: all return when
  /// it is closed.
  void release(SessionHold hold, CloseMode mode) {
    forgetDropped();
    boolean isInside = isInside();
    while (true) {
      boolean isMine;
      synchronized (this) {
        holds.remove(hold);
        if (!holds.isEmpty()) {
          postponed = mode;
          return;
        }
        isMine = lifecycle.begin();
      }
      if (isMine && !isInside) {
        finish(mode);
      } else if (isMine) {
        finishLater(mode);
      }
      if (isMine || isInside || lifecycle.awaitEnd()) {
        return;
      }
    }
  }

  /// Releases a hold for which no handle was created. If the others were closed in the meantime,
  /// this hold was the only reason to keep the session open.
  void abandon(SessionHold hold) {
    CloseMode left;
    synchronized (this) {
      left = postponed;
    }
    if (left != null) {
      release(hold, left);
    } else {
      synchronized (this) {
        holds.remove(hold);
      }
      closer.dropIfEmpty(this);
    }
  }

  /// Closes the session for all its handles.
  public void leave(CloseMode mode) {
    if (!isInside()) {
      lifecycle.close(mode, () -> closer.close(this, mode));
    } else if (lifecycle.begin()) {
      finishLater(mode);
    }
  }

  /// A close waits for the callbacks of its session, so no callback may wait for the close.
  private boolean isInside() {
    return closer.isCallbackOf(id);
  }

  private void finishLater(CloseMode mode) {
    closer.announce(id, mode);
    Thread.startVirtualThread(() -> finish(mode));
  }

  private void finish(CloseMode mode) {
    lifecycle.finish(mode, () -> closer.close(this, mode));
  }

  /// Removes handles that were garbage collected, unless a run of theirs is in progress. The store
  /// is read without a lock: a finished run stays finished.
  private void forgetDropped() {
    List<SessionHold> known;
    synchronized (this) {
      known = List.copyOf(holds);
    }
    var over = known.stream().filter(hold -> hold.isDropped() && closer.isRunOver(hold)).toList();
    synchronized (this) {
      over.forEach(holds::remove);
    }
  }
}
