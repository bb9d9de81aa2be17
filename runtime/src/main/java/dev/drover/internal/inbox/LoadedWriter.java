package dev.drover.internal.inbox;

import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// The writer of a session, as used by [LoadedSessions]. Safe for use by any thread.
public interface LoadedWriter {
  SessionId session();

  Mailbox.Admission submit(WriterMessage message);

  /// The state after the last commit in this process; null while it is not loaded.
  @Nullable SessionState currentState();

  /// Never older than the journal; null if it may be.
  @Nullable SessionState publishedState();

  /// Whether the session has work that this process drives.
  boolean isDriving();
}
