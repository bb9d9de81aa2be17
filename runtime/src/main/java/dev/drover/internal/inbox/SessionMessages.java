package dev.drover.internal.inbox;

import dev.drover.kernel.value.SessionId;

/// Delivers messages to the writers of sessions. Safe for use by any thread.
public interface SessionMessages {
  /// Submits a message to the session's writer, loading the session if necessary. If too many
  /// messages are waiting, the reply is a refusal.
  void submit(SessionId session, WriterMessage message);

  /// Submits a message to the session's writer without loading the session.
  ///
  /// @return false if the session has no writer in this process
  boolean submitIfLoaded(SessionId session, WriterMessage message);
}
