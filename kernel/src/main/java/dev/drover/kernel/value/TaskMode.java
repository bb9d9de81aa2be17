package dev.drover.kernel.value;

/// Whether a task has a waiting caller.
public enum TaskMode {
  /// The call that started it waits.
  FOREGROUND,
  /// Nothing waits: the parent is woken when the task has ended.
  BACKGROUND
}
