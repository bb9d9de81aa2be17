package dev.drover.task;

import dev.drover.kernel.value.SessionId;

/// The conversation that a child starts with. It is journaled with its first prompt, so it is the
/// same after a restart, regardless of later messages elsewhere.
public sealed interface StartPoint {
  StartPoint EMPTY = new Empty();
  StartPoint PARENT = new Parent();

  /// Nothing.
  record Empty() implements StartPoint {}

  /// The conversation of the parent session, up to the call that delegates.
  record Parent() implements StartPoint {}

  /// The conversation of another session of the same tenant.
  record Other(SessionId session) implements StartPoint {}

  static StartPoint of(SessionId session) {
    return new Other(session);
  }
}
