package dev.drover.cli.environment;

import org.jspecify.annotations.Nullable;

/// Ctrl-C while a command drives runs. A press before there is a run is remembered, and the run is
/// cancelled as soon as it exists, or is not begun. The second press exits at once, so that a
/// person can always leave; the last line printed describes the state at that moment.
///
/// All methods may be called by any thread.
public final class RunInterrupts implements InterruptSource {
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  private final Runnable leave;
  // Guarded by this.
  private int presses;
  private boolean over;
  private @Nullable Runnable action;

  /// Begins to listen.
  ///
  /// @param leave prints the remaining state and ends the process
  public RunInterrupts(InterruptSource source, Runnable leave) {
    this.leave = leave;
    source.onInterrupt(this::press);
  }

  /// Calls `action` at the first press; at once if that was earlier.
  @Override
  public void onInterrupt(Runnable next) {
    boolean isLate;
    synchronized (this) {
      action = next;
      isLate = presses > 0 && !over;
    }
    if (isLate) {
      next.run();
    }
  }

  /// Whether Ctrl-C was pressed.
  public synchronized boolean isInterrupted() {
    return presses > 0;
  }

  /// There is nothing left to cancel.
  public synchronized void end() {
    over = true;
    action = null;
  }

  private void press() {
    pressed().run();
  }

  private synchronized Runnable pressed() {
    presses++;
    return switch (presses) {
      case FIRST -> action == null ? () -> {} : action;
      case SECOND -> over ? () -> {} : leave;
      // The process is ending, but slowly.
      default -> () -> Runtime.getRuntime().halt(ExitCode.CANCELLED.number());
    };
  }
}
