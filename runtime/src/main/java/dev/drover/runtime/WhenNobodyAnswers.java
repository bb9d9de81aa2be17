package dev.drover.runtime;

/// What becomes of a call that a person must be asked about.
public enum WhenNobodyAnswers {
  /// The run waits, for days if need be: the answer may come from another process, see [Approvals].
  PARK,
  /// Nobody is there to ask: the call is denied at once, and the model reads why.
  DENY
}
