package dev.drover.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Ends a transfer that does not get on. A blocked read or write of the JDK's server has no time
/// limit of its own, and closing its exchange waits for the same transfer; but an interrupt closes
/// the channel below.
///
/// Looks once in each period whether the same transfer is still in progress, so it needs no clock,
/// and ends it after one period at the earliest and two at the latest.
///
/// [#run] belongs to the thread that created it.
final class TransferDeadline implements AutoCloseable {
  private static final long IDLE = 0;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicLong current = new AtomicLong(IDLE);
  private final Duration period;
  private final Thread transferring = Thread.currentThread();
  private long count;
  private volatile boolean expired;

  TransferDeadline(Duration period) {
    this.period = period;
    Thread.ofVirtual().name("http-deadline").start(this::watch);
  }

  /// A read or a write.
  interface Transfer {
    void run() throws IOException;
  }

  /// @throws InterruptedIOException if it took too long; the connection is closed
  void run(Transfer transfer) throws IOException {
    current.set(++count);
    try {
      transfer.run();
    } catch (IOException broken) {
      throw expired ? late() : broken;
    } finally {
      current.set(IDLE);
    }
    if (expired) {
      throw late();
    }
  }

  private static InterruptedIOException late() {
    // The interrupt was for the channel; the thread still has to clean up.
    Thread.interrupted();
    return new InterruptedIOException("the other side was too slow");
  }

  private void watch() {
    long before = IDLE;
    try {
      while (!closed.await(period.toMillis(), TimeUnit.MILLISECONDS)) {
        long now = current.get();
        if (now != IDLE && now == before) {
          expired = true;
          transferring.interrupt();
          return;
        }
        before = now;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
