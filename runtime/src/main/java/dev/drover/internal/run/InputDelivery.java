package dev.drover.internal.run;

import java.time.Instant;

/// The result of an input that was delivered from any process.
public sealed interface InputDelivery {
  /// @param at the time of the events that it caused
  record Counted(Instant at) implements InputDelivery {}

  /// It changed nothing.
  record Ignored() implements InputDelivery {}

  /// The sender is not allowed to do this.
  record NotAllowed() implements InputDelivery {}

  /// It is durable, and the process that next drives the session commits it.
  record LeftInInbox() implements InputDelivery {}
}
