package dev.drover.internal.handle;

import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.kernel.value.SessionId;

/// The operations that an open session needs to be closed.
public interface SessionCloser {
  /// Ends or releases the work of the session, when its last handle is closed.
  void close(OpenSession session, CloseMode mode);

  /// Ends the work in progress without waiting.
  void announce(SessionId session, CloseMode mode);

  /// Whether this thread is in a callback of the session: a close waits for those.
  boolean isCallbackOf(SessionId session);

  /// Whether the run that was started through a handle is over.
  boolean isRunOver(SessionHold hold);

  /// Forgets the session if it has no handle.
  void dropIfEmpty(OpenSession session);
}
