package dev.drover.internal.concurrent;

/// Waits that continue through interrupts and leave the interrupt flag set.
public final class Uninterruptibly {
  private Uninterruptibly() {}

  public static void joinUninterruptibly(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
