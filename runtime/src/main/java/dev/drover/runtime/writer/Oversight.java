package dev.drover.runtime.writer;

/// Who has a say in a call that the host makes itself.
public enum Oversight {
  /// The host alone.
  HOST,
  /// Policy, checker and people, as for the model's calls.
  POLICY
}
