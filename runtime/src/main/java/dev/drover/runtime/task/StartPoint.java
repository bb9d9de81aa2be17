package dev.drover.runtime.task;

import dev.drover.kernel.SessionId;

/// What a child knows before it is told what to do. It is journaled with its first prompt, so the
/// child knows the same after a restart, whatever was said elsewhere since.
public sealed interface StartPoint {
  StartPoint EMPTY = new Empty();
  StartPoint PARENT = new Parent();

  /// Nothing.
  record Empty() implements StartPoint {}

  /// All that was said and done in the session that gives it the work, up to the call that does.
  record Parent() implements StartPoint {}

  /// All that was said and done in a session of the same tenant.
  record Other(SessionId session) implements StartPoint {}

  static StartPoint of(SessionId session) {
    return new Other(session);
  }
}
