package dev.drover.store.sql;

/// Waits that an interrupt does not end. The interrupt flag is kept for the caller.
public final class UninterruptibleWait {
  private UninterruptibleWait() {}

  public static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException kept) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
