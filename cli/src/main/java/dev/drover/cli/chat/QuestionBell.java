package dev.drover.cli.chat;

import dev.drover.spi.time.Time;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Interrupts a thread that waits for a prompt when somebody is asked. At most once, and never
/// after [#close].
final class QuestionBell implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final Thread typing;
  private final BooleanSupplier isAsked;
  private final Time time;
  private final Thread looking;
  // Guarded by this.
  private boolean rung;
  private boolean closed;

  QuestionBell(Thread typing, BooleanSupplier isAsked, Time time) {
    this.typing = typing;
    this.isAsked = isAsked;
    this.time = time;
    this.looking = Thread.ofVirtual().name("drover-question-bell").start(this::look);
  }

  private void look() {
    try {
      while (!isAsked.getAsBoolean()) {
        time.sleepUntil(time.now().plus(LOOK_EVERY));
      }
      ring();
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void ring() {
    if (!closed) {
      rung = true;
      typing.interrupt();
    }
  }

  synchronized boolean isRung() {
    return rung;
  }

  /// A line that was ended in the same moment counts, and its thread is not interrupted any more.
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (rung) {
        Thread.interrupted();
      }
    }
    looking.interrupt();
  }
}
