package dev.drover.internal.handle;

import dev.drover.kernel.value.SessionId;

/// The session on whose behalf a direct call is made.
public sealed interface SessionReference permits OpenHandle, DrivenSession {
  SessionId id();

  /// The name of its agent.
  String agent();

  void requireOpen();

  boolean isClosed();

  /// Whether the session was closed; waits for a close in progress.
  boolean awaitClosed();
}
