package dev.drover.runtime;

/// What a runtime does about runs whose process died.
public enum Recovery {
  /// Drives them on as soon as their agent is there.
  ON_START,
  /// Leaves them until their session is opened.
  WHEN_OPENED,
  /// Ends them as interrupted when their session is opened, or their agent is there.
  CLOSE
}
