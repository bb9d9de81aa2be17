package dev.drover.kernel.value;

/// How to treat a prompt that arrives during a run.
public enum WhenBusy {
  /// It is refused and not kept.
  REFUSE,
  /// It is queued and becomes a run of its own.
  QUEUE,
  /// The current run receives it before its next request.
  STEER
}
