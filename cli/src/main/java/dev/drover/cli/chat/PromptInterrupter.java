package dev.drover.cli.chat;

import dev.drover.spi.time.Time;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Interrupts the thread that waits for a prompt when a question arrives. At most once, and never
/// after [#close].
final class PromptInterrupter implements AutoCloseable {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

  private final Thread typing;
  private final BooleanSupplier isAsked;
  private final Time time;
  private final Thread poller;
  // Guarded by this.
  private boolean interrupted;
  private boolean closed;

  PromptInterrupter(Thread typing, BooleanSupplier isAsked, Time time) {
    this.typing = typing;
    this.isAsked = isAsked;
    this.time = time;
    this.poller = Thread.ofVirtual().name("drover-question-poller").start(this::poll);
  }

  private void poll() {
    try {
      while (!isAsked.getAsBoolean()) {
        time.sleepUntil(time.now().plus(POLL_INTERVAL));
      }
      interruptPrompt();
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void interruptPrompt() {
    if (!closed) {
      interrupted = true;
      typing.interrupt();
    }
  }

  synchronized boolean hasInterrupted() {
    return interrupted;
  }

  /// A line that was completed at the same moment counts; its thread is no longer interrupted.
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (interrupted) {
        Thread.interrupted();
      }
    }
    poller.interrupt();
  }
}
