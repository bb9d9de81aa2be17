package dev.drover.cli.environment;

/// Notifies of Ctrl-C.
@FunctionalInterface
public interface InterruptSource {
  /// Calls `action`, on a thread of its own, at each Ctrl-C. Replaces any earlier action.
  void onInterrupt(Runnable action);
}
