package dev.drover.internal.hook;

import dev.drover.hook.Hook;
import dev.drover.hook.HookPoint;
import dev.drover.internal.hook.HookCaller.HookFailed;
import dev.drover.kernel.check.WaitLimit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notifies the observers of one session of its events, one after the other, on a thread that lives
/// as long as there are notifications. The session does not wait for it, so the queue is bounded:
/// notifications beyond the bound are dropped, and that is logged.
///
/// [#run] belongs to its own thread; the other methods may be called by any.
final class ObserverQueue implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ObserverQueue.class);
  private static final int MOST = 1_024;

  private final HookCaller calling;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition quiet = lock.newCondition();
  private final ArrayDeque<Notification> waiting = new ArrayDeque<>();
  private @Nullable Thread under;
  private boolean stopped;

  /// @param hooks that applied when it happened
  record Notification(HookPoint.Observed point, List<Hook> hooks) {}

  ObserverQueue(HookCaller calling) {
    this.calling = calling;
  }

  void offer(Notification news) {
    lock.lock();
    try {
      if (stopped || waiting.size() >= MOST) {
        LOG.warn(
            "session {}: hooks are not told of {}: {}",
            news.point().scene().session(),
            news.point().name().word(),
            stopped ? "the session is closed" : MOST + " things are waiting already");
        return;
      }
      waiting.add(news);
      if (under == null) {
        under = Thread.ofVirtual().name("drover-hooks").start(this);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void run() {
    for (var news = next(); news != null; news = next()) {
      for (var hook : news.hooks()) {
        if (hook instanceof Hook.Observer<?> observer && observer.kind().isInstance(news.point())) {
          tell(observer, news.point());
        }
      }
    }
  }

  private @Nullable Notification next() {
    lock.lock();
    try {
      var news = waiting.poll();
      if (news == null) {
        under = null;
        quiet.signalAll();
      }
      return news;
    } finally {
      lock.unlock();
    }
  }

  private <P extends HookPoint.Observed> void tell(
      Hook.Observer<P> observer, HookPoint.Observed point) {
    try {
      calling.call(
          observer,
          point.scene().session(),
          () -> {
            observer.body().hear(observer.kind().cast(point));
            return true;
          });
    } catch (HookFailed failed) {
      LOG.warn(
          "session {}: hook {} at {} {}",
          point.scene().session(),
          observer.name(),
          point.name().word(),
          failed.getMessage());
    } catch (InterruptedException stop) {
      LOG.warn(
          "session {}: hook {} at {} was not waited for any longer",
          point.scene().session(),
          observer.name(),
          point.name().word());
    }
  }

  /// Whether all notifications were delivered.
  boolean isEmpty() {
    lock.lock();
    try {
      return under == null;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until all notifications were delivered, through interrupts, which stay set.
  ///
  /// @return false if that was not done in time
  boolean awaitEmpty(Duration atMost) {
    boolean interrupted = false;
    lock.lock();
    try {
      long left = WaitLimit.cap(atMost).toNanos();
      while (under != null && left > 0) {
        try {
          left = quiet.awaitNanos(left);
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
      return under == null;
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Drops the notifications that were not delivered yet.
  void stop() {
    lock.lock();
    try {
      stopped = true;
      waiting.clear();
      if (under != null) {
        under.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }
}
