package dev.drover.runtime.hooking;

import dev.drover.kernel.LongestWait;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.Calling.Unanswered;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the observers of one session what happened, one thing after the other, on a thread that
/// lives as long as there is something to tell. Nobody waits for it, so it takes no more than it
/// can hold: what comes while too much is waiting is left out, and that is logged.
///
/// [#run] belongs to its own thread; the other methods may be called by any.
final class Courier implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Courier.class);
  private static final int MOST = 1_024;

  private final Calling calling;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition quiet = lock.newCondition();
  private final ArrayDeque<News> waiting = new ArrayDeque<>();
  private @Nullable Thread under;
  private boolean stopped;

  /// @param hooks those that held when it happened
  record News(HookPoint.Told point, List<Hook> hooks) {}

  Courier(Calling calling) {
    this.calling = calling;
  }

  void take(News news) {
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

  private @Nullable News next() {
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

  private <P extends HookPoint.Told> void tell(Hook.Observer<P> observer, HookPoint.Told point) {
    try {
      calling.call(
          observer,
          point.scene().session(),
          () -> {
            observer.body().hear(observer.kind().cast(point));
            return true;
          });
    } catch (Unanswered failed) {
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

  /// Whether all that happened was told.
  boolean isQuiet() {
    lock.lock();
    try {
      return under == null;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until all that happened was told, through interrupts, which stay set.
  ///
  /// @return false if it was not in time
  boolean awaitQuiet(Duration atMost) {
    boolean interrupted = false;
    lock.lock();
    try {
      long left = LongestWait.cap(atMost).toNanos();
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

  /// Leaves out what was not told yet.
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
