package dev.drover.internal.hook;

import dev.drover.internal.state.SessionAncestry;
import dev.drover.kernel.value.SessionId;

/// Knows whether the current thread is in a callback: in a tool, a model or a hook of a session.
public record CallbackThreads(HostCallbacks callbacks, SessionAncestry ancestry) {
  /// Whether this thread is in a callback of the session or of one of its tasks.
  public boolean isCallbackOf(SessionId session) {
    for (var each = callbacks.current(); each != null; each = ancestry.parent(each)) {
      if (each.equals(session)) {
        return true;
      }
    }
    return false;
  }

  /// Whether this thread is in a callback of any session of this process.
  public boolean isCallback() {
    return callbacks.current() != null;
  }
}
