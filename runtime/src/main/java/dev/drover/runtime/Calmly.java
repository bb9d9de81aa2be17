package dev.drover.runtime;

/// Waits that go on through interrupts and leave the interrupt set.
final class Calmly {
  private Calmly() {}

  static void join(Thread thread) {
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
