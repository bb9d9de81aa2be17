package dev.drover.kernel;

/// What becomes of a prompt that meets a run which is going.
public enum WhenBusy {
  /// It is refused, and nothing of it is kept.
  REFUSE,
  /// It waits for its turn, and becomes a run of its own.
  QUEUE,
  /// The run that is going hears it before its next request.
  STEER
}
