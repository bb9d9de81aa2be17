package dev.drover.cli.host;

/// Where one asks to be told of Ctrl-C.
@FunctionalInterface
public interface Interrupts {
  /// Calls `action` once, on a thread of its own, when a person wants what is going on to stop.
  void onInterrupt(Runnable action);
}
