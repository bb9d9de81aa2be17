package dev.drover.store.jdbc;

/// Waits that an interrupt does not end. The interrupt flag is kept for the caller.
final class UninterruptibleWait {
  private UninterruptibleWait() {}

  static void join(Thread thread) {
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
