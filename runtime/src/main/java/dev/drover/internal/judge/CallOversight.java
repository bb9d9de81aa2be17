package dev.drover.internal.judge;

/// What decides about a direct call.
public enum CallOversight {
  /// The host alone.
  HOST,
  /// Policy, checker and people, as for the model's calls.
  POLICY
}
