package dev.drover.cli.host;

/// Where one asks to be told of Ctrl-C.
@FunctionalInterface
public interface Interrupts {
  /// Calls `action`, on a thread of its own, each time a person wants what is going on to stop. One
  /// that was given before is forgotten.
  void onInterrupt(Runnable action);
}
