package dev.drover.cli.host;

import org.jspecify.annotations.Nullable;

/// Ctrl-C while a command drives runs. A press that comes before there is a run is remembered, and
/// the run is cancelled as soon as it is there, or is not begun. The second press leaves at once,
/// so that nothing can hold a person prisoner, and what is printed last is what is true then.
///
/// All methods may be called by any thread.
public final class RunInterrupts implements Interrupts {
  private static final int FIRST = 1;
  private static final int SECOND = 2;

  private final Runnable leave;
  // Guarded by this.
  private int presses;
  private boolean over;
  private @Nullable Runnable action;

  /// Listens from now on.
  ///
  /// @param leave says what remains, and ends the process
  public RunInterrupts(Interrupts source, Runnable leave) {
    this.leave = leave;
    source.onInterrupt(this::press);
  }

  /// Calls `action` at the first press; at once, if that came before.
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

  /// Whether somebody wants what is going on to stop.
  public synchronized boolean isPressed() {
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
      // The process is ending, and takes its time.
      default -> () -> Runtime.getRuntime().halt(ExitCode.CANCELLED.number());
    };
  }
}
