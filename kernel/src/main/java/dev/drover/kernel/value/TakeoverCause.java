package dev.drover.kernel.value;

/// Why another process continues the work of a session.
public enum TakeoverCause {
  /// The previous process died while it worked on the session. Crashes are counted, because work
  /// that kills its process each time is not retried for ever.
  CRASH,
  /// The previous process left, or everything in the session was waiting. Not counted.
  MOVE
}
