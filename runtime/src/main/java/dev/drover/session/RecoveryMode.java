package dev.drover.session;

/// What a runtime does with runs whose process died.
public enum RecoveryMode {
  /// Continues them as soon as their agent is built.
  ON_START,
  /// Continues them when their session is opened.
  WHEN_OPENED,
  /// Ends them as interrupted when their session is opened or their agent is built.
  CLOSE
}
