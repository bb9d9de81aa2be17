package dev.drover.cli.chat;

import org.jspecify.annotations.Nullable;

/// Counts Ctrl-C during a run. The first press cancels the run, as soon as there is one; the second
/// warns that the third exits, because people often press twice; the third exits.
///
/// All methods may be called by any thread.
final class InterruptCount {
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  private final Runnable warn;
  private final Runnable abandon;
  // Guarded by this.
  private boolean working;
  private int count;
  private @Nullable Runnable cancel;

  InterruptCount(Runnable warn, Runnable abandon) {
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

  /// Whether Ctrl-C was pressed since the run began.
  synchronized boolean hasAny() {
    return count > 0;
  }

  /// Sets the action of the first press; runs it at once if that press was earlier.
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

  void onInterrupt() {
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
