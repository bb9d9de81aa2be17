package dev.drover.runtime.writer;

import dev.drover.kernel.Effect;
import dev.drover.kernel.Input;
import dev.drover.runtime.perform.Performers;
import dev.drover.runtime.perform.Stage;
import dev.drover.runtime.scope.ScopeCell;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.tool.CancelScope;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// One effect under way, on its own virtual thread. It gives at most one answer: either it ends, or
/// it is stopped, or its time runs out, whichever is first; what comes later is dropped.
///
/// A thread that has given its answer is free, and does what follows from it if nobody else does: a
/// run has many short steps, and to hand each on to a new thread would cost as much as the step.
///
/// [#run] belongs to the effect's thread; the other methods may be called by any.
public final class Performance implements Runnable, DeltaSink {
  private final Effect effect;
  private final Performers performers;
  private final Audience audience;
  private @Nullable Stage stage;
  private @Nullable Thread thread;
  // Guarded by this.
  private Condition condition = Condition.RUNNING;
  private @Nullable StringBuilder said;
  private @Nullable Watchdog guard;
  private @Nullable ScopeCell scope;
  private boolean isOver;

  private enum Condition {
    RUNNING,
    /// Its time ran out; it has been interrupted and has not ended yet.
    OVERDUE,
    ANSWERED,
    STOPPED
  }

  Performance(Effect effect, Performers performers, Audience audience) {
    this.effect = effect;
    this.performers = performers;
    this.audience = audience;
  }

  void start(Stage on) {
    stage = on;
    var started = Thread.ofVirtual().unstarted(this);
    thread = started;
    started.start();
  }

  /// Has it watched until it ends.
  synchronized void guard(Watchdog watchdog, Duration timeout) {
    if (condition == Condition.RUNNING) {
      guard = watchdog;
      watchdog.watch(this, timeout);
    }
  }

  private void unguard() {
    if (guard != null) {
      guard.forget(this);
    }
  }

  Effect effect() {
    return effect;
  }

  /// For whoever does something for it on other threads. Made when it is asked for: most effects
  /// have nobody who asks.
  synchronized CancelScope scope() {
    if (scope == null) {
      scope = new ScopeCell("call " + effect.id());
      settleScope();
    }
    return scope;
  }

  private void settleScope() {
    if (scope != null) {
      switch (condition) {
        case RUNNING -> {}
        case OVERDUE -> scope.cancel("its time is over");
        case STOPPED -> scope.cancel("nobody waits for it any more");
        case ANSWERED -> scope.end();
      }
    }
  }

  boolean isFor(Effect due) {
    return effect.id().equals(due.id())
        && effect.attempt() == due.attempt()
        && effect.getClass() == due.getClass();
  }

  @Override
  public void run() {
    if (stage == null) {
      throw new IllegalStateException("not started: " + effect);
    }
    Input answer;
    try {
      answer = performers.perform(effect, stage);
    } catch (InterruptedException stopped) {
      answer = performers.broken(effect, isOverdue() ? new TimeoutException("timed out") : stopped);
    }
    if (claim()) {
      // From here on nobody interrupts this thread on behalf of the effect.
      Thread.interrupted();
      var unread = audience.answered(this, answer);
      end();
      if (unread != null) {
        unread.run();
      }
    } else {
      audience.abandoned();
      end();
    }
  }

  private synchronized void end() {
    isOver = true;
    notifyAll();
  }

  @Override
  public void accept(Delta delta) {
    if (delta instanceof Delta.TextDelta(var text)) {
      remember(text);
    }
    audience.heard(delta);
  }

  /// What the model has said so far.
  private synchronized void remember(String text) {
    if (said == null) {
      said = new StringBuilder();
    }
    said.append(text);
  }

  synchronized String saidSoFar() {
    return said == null ? "" : said.toString();
  }

  /// Ends it without an answer.
  synchronized void stop() {
    if (condition == Condition.RUNNING || condition == Condition.OVERDUE) {
      condition = Condition.STOPPED;
      settleScope();
      unguard();
      interrupt();
    }
  }

  /// Its time has run out.
  synchronized void expire() {
    if (condition == Condition.RUNNING) {
      condition = Condition.OVERDUE;
      settleScope();
      interrupt();
    }
  }

  /// It was told that its time has run out, and does not end.
  void giveUp(Duration timeout) {
    if (claim()) {
      var why = new TimeoutException("timed out after %s and does not stop".formatted(timeout));
      var unread = audience.answered(this, performers.broken(effect, why));
      if (unread != null) {
        Thread.ofVirtual().start(unread);
      }
    }
  }

  synchronized boolean hasEnded() {
    return thread == null || isOver;
  }

  /// Waits for it to end, at most this long, through interrupts, which stay set.
  ///
  /// @return whether it has ended
  boolean joinCalmly(Duration atMost) {
    long since = Ticks.now();
    long left = atMost.toMillis();
    boolean interrupted = false;
    synchronized (this) {
      while (!hasEnded() && left > 0) {
        try {
          wait(left);
        } catch (InterruptedException again) {
          interrupted = true;
        }
        left = atMost.minusNanos(Ticks.now() - since).toMillis();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return hasEnded();
  }

  private synchronized boolean isOverdue() {
    return condition == Condition.OVERDUE;
  }

  private synchronized boolean claim() {
    if (condition == Condition.RUNNING || condition == Condition.OVERDUE) {
      condition = Condition.ANSWERED;
      settleScope();
      unguard();
      return true;
    }
    return false;
  }

  private void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
