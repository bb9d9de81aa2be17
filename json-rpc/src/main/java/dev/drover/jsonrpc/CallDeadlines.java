package dev.drover.jsonrpc;

import dev.drover.spi.time.Time;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Ends the calls whose time is over. One virtual thread sleeps until the earliest deadline; it is
/// woken only for an earlier one, so that a call with the usual time limit costs nothing here.
///
/// Safe for use by many threads.
final class CallDeadlines implements AutoCloseable {
  private final Time time;
  private final Collection<RpcCall> calls;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Thread sleeper;
  private Instant wakeUp = Instant.MAX;
  private boolean closed;

  /// @param calls a view of all open calls
  CallDeadlines(Time time, Collection<RpcCall> calls) {
    this.time = time;
    this.calls = calls;
  }

  /// Called for each new call, after it was added.
  void watch(RpcCall call) {
    lock.lock();
    try {
      if (closed || !call.deadline().isBefore(wakeUp)) {
        return;
      }
      wakeUp = call.deadline();
      var running = sleeper;
      if (running != null) {
        running.interrupt();
      }
      var next = Thread.ofVirtual().name("rpc-deadlines").unstarted(this::sleep);
      sleeper = next;
      next.start();
    } finally {
      lock.unlock();
    }
  }

  private void sleep() {
    try {
      while (true) {
        var until = next();
        if (until == null) {
          return;
        }
        time.sleepUntil(until);
        expire();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void expire() {
    var now = time.now();
    for (var call : calls) {
      if (!call.deadline().isAfter(now)) {
        call.expire();
      }
    }
  }

  /// @return null if this thread is no longer needed
  private @Nullable Instant next() {
    lock.lock();
    try {
      if (closed || !Thread.currentThread().equals(sleeper)) {
        return null;
      }
      wakeUp = calls.stream().map(RpcCall::deadline).min(Instant::compareTo).orElse(Instant.MAX);
      if (wakeUp.equals(Instant.MAX)) {
        sleeper = null;
        return null;
      }
      return wakeUp;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (sleeper != null) {
        sleeper.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }
}
