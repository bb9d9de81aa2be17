package dev.drover.kernel;

/// What is known about where a tool's result comes from. What a session has seen stays with it as
/// long as its conversation does.
public enum Label {
  /// It comes from outside: whoever wrote it may want the model to do something.
  UNTRUSTED,
  /// It holds, or held before it was redacted, something that must not leave.
  SECRET
}
