package dev.drover.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Sends deltas at an even pace, all streams on one thread: the server shares the cores with the
/// readers, and one thread per stream would cost a wake-up for each delta.
final class StreamPacer {
  /// Spreads the streams, so that clients that start together are not served in step.
  private static final int PHASES = 100;

  private final long pauseNanos;
  private final StampedDelta delta;
  private final DelayQueue<Reply> replies = new DelayQueue<>();
  private final AtomicInteger begun = new AtomicInteger();

  StreamPacer(long pauseNanos, StampedDelta delta) {
    this.pauseNanos = pauseNanos;
    this.delta = delta;
  }

  void start() {
    Thread.ofPlatform().daemon().name("pacer").start(this::sendAll);
  }

  /// Sends this many deltas, and returns when they are sent or the client has disconnected.
  void send(OutputStream out, int deltas) throws InterruptedException {
    long phase = begun.incrementAndGet() % PHASES;
    var reply = new Reply(out, deltas, System.nanoTime() + pauseNanos * phase / PHASES);
    replies.add(reply);
    reply.over.await();
  }

  private void sendAll() {
    try {
      while (true) {
        var reply = replies.take();
        if (reply.sendNext()) {
          replies.add(reply);
        }
      }
    } catch (InterruptedException stop) {
      throw new IllegalStateException("nobody stops it but the end of the program", stop);
    }
  }

  /// Used by the pacer's thread, except for the wait for its end.
  private final class Reply implements Delayed {
    private final OutputStream out;
    private final CountDownLatch over = new CountDownLatch(1);
    private int left;
    private long due;

    Reply(OutputStream out, int deltas, long due) {
      this.out = out;
      this.left = deltas;
      this.due = due;
    }

    /// @return whether there is more to send
    boolean sendNext() {
      try {
        out.write(delta.at(System.nanoTime()));
        due += pauseNanos;
        left--;
      } catch (IOException gone) {
        left = 0;
      }
      if (left == 0) {
        over.countDown();
      }
      return left > 0;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.signum(due - ((Reply) other).due);
    }
  }
}
