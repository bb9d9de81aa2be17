package dev.drover.mcp.transport;

import dev.drover.jsonrpc.RpcTimeout;
import dev.drover.spi.time.Time;
import java.time.Instant;

/// Runs an action when the time of a request is over. Safe for use by many threads.
final class DeadlineTimer implements AutoCloseable {
  private final Time time;
  private final RpcTimeout timeout;
  private final Instant latest;
  private final Thread sleeper;
  private volatile Instant deadline;
  private volatile boolean expired;
  private volatile boolean closed;

  private DeadlineTimer(Time time, RpcTimeout timeout, Runnable action) {
    this.time = time;
    this.timeout = timeout;
    var now = time.now();
    this.deadline = now.plus(timeout.silence());
    this.latest = now.plus(timeout.total());
    this.sleeper = Thread.ofVirtual().name("mcp-deadline").unstarted(() -> sleep(action));
  }

  static DeadlineTimer start(Time time, RpcTimeout timeout, Runnable action) {
    var timer = new DeadlineTimer(time, timeout, action);
    timer.sleeper.start();
    return timer;
  }

  private void sleep(Runnable action) {
    try {
      while (time.now().isBefore(deadline)) {
        time.sleepUntil(deadline);
      }
    } catch (InterruptedException _) {
      return;
    }
    if (!closed) {
      expired = true;
      action.run();
    }
  }

  /// There was a sign of progress.
  void extend() {
    var next = time.now().plus(timeout.silence());
    deadline = next.isBefore(latest) ? next : latest;
  }

  boolean hasExpired() {
    return expired;
  }

  @Override
  public void close() {
    closed = true;
    sleeper.interrupt();
  }
}
