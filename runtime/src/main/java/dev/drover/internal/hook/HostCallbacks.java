package dev.drover.internal.hook;

import dev.drover.kernel.value.SessionId;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The threads on which code of the host runs for a session: a tool, a model, a hook. A close waits
/// for them, so none of them may wait for a close.
///
/// All methods may be called by any thread, and refer to the calling one.
public final class HostCallbacks {
  private final ConcurrentHashMap<Thread, SessionId> sessions = new ConcurrentHashMap<>();

  public void enter(SessionId session) {
    sessions.put(Thread.currentThread(), session);
  }

  public void leave() {
    sessions.remove(Thread.currentThread());
  }

  <T> Callable<T> within(SessionId session, Callable<T> body) {
    return () -> {
      enter(session);
      try {
        return body.call();
      } finally {
        leave();
      }
    };
  }

  /// The session whose code this thread runs; null if it runs none.
  public @Nullable SessionId current() {
    return sessions.get(Thread.currentThread());
  }
}
