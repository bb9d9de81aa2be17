package dev.drover.kernel.value;

/// A property of the source of a tool's result. It stays with a session as long as the conversation
/// that contains the result.
public enum Label {
  /// It comes from outside: its author may try to make the model act.
  UNTRUSTED,
  /// It contains, or contained before redaction, data that must not leave.
  SECRET
}
