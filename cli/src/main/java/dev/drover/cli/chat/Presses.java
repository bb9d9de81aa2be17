package dev.drover.cli.chat;

import org.jspecify.annotations.Nullable;

/// Ctrl-C while a run goes. The first cancels the run, as soon as there is one; the second says
/// what the third will do, because people press twice when they are in a hurry; the third leaves.
///
/// All methods may be called by any thread.
final class Presses {
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  private final Runnable warn;
  private final Runnable abandon;
  // Guarded by this.
  private boolean working;
  private int count;
  private @Nullable Runnable cancel;

  Presses(Runnable warn, Runnable abandon) {
    this.warn = warn;
    this.abandon = abandon;
  }

  synchronized void begin() {
    working = true;
    count = 0;
    cancel = null;
  }

  synchronized void end() {
    working = false;
    cancel = null;
  }

  /// Whether there was one since the run began.
  synchronized boolean wasAny() {
    return count > 0;
  }

  /// What the first press does; at once, if it came before this was known.
  void onFirst(Runnable action) {
    boolean late;
    synchronized (this) {
      cancel = action;
      late = count > 0;
    }
    if (late) {
      action.run();
    }
  }

  void press() {
    pressed().run();
  }

  private synchronized Runnable pressed() {
    if (!working) {
      return () -> {};
    }
    count++;
    return switch (count) {
      case FIRST -> cancel == null ? () -> {} : cancel;
      case SECOND -> warn;
      default -> abandon;
    };
  }
}
