package dev.drover.kernel;

/// Who waits for a task.
public enum TaskMode {
  /// The call that started it.
  FOREGROUND,
  /// Nobody: the parent is woken when it has ended.
  BACKGROUND
}
