package dev.drover.internal.inbox;

import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.DroverException;
import dev.drover.spi.store.Inbox.InputId;

/// The result of a message.
public sealed interface WriterReply {
  /// It led to events, which are durable; this is the state now.
  record Committed(SessionState state) implements WriterReply {}

  record Ignored(Why why, String detail) implements WriterReply {}

  /// A run with that key and prompt exists.
  record Existing(RunId run) implements WriterReply {}

  /// Another process drives the session; the input waits for it in the inbox.
  record Forwarded(InputId input) implements WriterReply {}

  record Refused(DroverException problem) implements WriterReply {}
}
