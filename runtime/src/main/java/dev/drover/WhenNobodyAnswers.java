package dev.drover;

/// What happens to a call that needs an approval.
public enum WhenNobodyAnswers {
  /// The run waits, for days if necessary: the answer may come from another process, see
  /// [Approvals].
  PARK,
  /// No person is available: the call is denied at once, and the model sees the reason.
  DENY
}
