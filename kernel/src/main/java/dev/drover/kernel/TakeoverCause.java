package dev.drover.kernel;

/// Why another process goes on with what is going in a session.
public enum TakeoverCause {
  /// The process before it died while it was at work on the session. What kills its process each
  /// time is not tried for ever, so this is counted.
  CRASH,
  /// The process before it left, or everything in the session was waiting. This is not counted.
  MOVE
}
