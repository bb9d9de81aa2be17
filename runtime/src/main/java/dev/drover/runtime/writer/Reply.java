package dev.drover.runtime.writer;

import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.problem.DroverException;
import dev.drover.spi.store.InputId;

/// What became of a letter.
public sealed interface Reply {
  /// It led to events, which are durable; this is the state now.
  record Committed(SessionState state) implements Reply {}

  record Ignored(Why why, String detail) implements Reply {}

  /// A run with that key and prompt exists.
  record Existing(RunId run) implements Reply {}

  /// Another process drives the session; the input waits for it in the inbox.
  record Forwarded(InputId input) implements Reply {}

  record Refused(DroverException problem) implements Reply {}
}
