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

/// One effect under way, on a virtual thread that does nothing else meanwhile. It gives at most one
/// answer: either it ends, or it is stopped, or its time runs out, whichever is first; what comes
/// later is dropped.
///
/// [#run] and [#perform] belong to the effect's thread; the other methods may be called by any.
public final class Performance implements Runnable, DeltaSink {
  private final Effect effect;
  private final Performers performers;
  private final Audience audience;
  private @Nullable Stage stage;
  // Guarded by this.
  private @Nullable Thread thread;
  private Condition condition = Condition.RUNNING;
  private @Nullable StringBuilder said;
  private @Nullable Watchdog guard;
  private @Nullable ScopeCell scope;
  private @Nullable Pending<Performance> ending;
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

  void set(Stage on) {
    stage = on;
  }

  /// On a thread of its own.
  void start() {
    Thread.startVirtualThread(this);
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

  /// Whether something may have been set aside for it.
  boolean isOnAccount() {
    return stage != null && stage.state().totals().spending().budgets().account() != null;
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
    var unread = perform();
    if (unread != null) {
      unread.run(this);
    }
  }

  /// @return what has to be run now, by this thread, which is free; null if nothing
  @Nullable MailLoop perform() {
    if (!begin()) {
      audience.abandoned(this);
      return null;
    }
    var answer = answer();
    if (claim()) {
      // From here on nobody interrupts this thread on behalf of the effect.
      Thread.interrupted();
      var unread = audience.answered(this, answer);
      end();
      return unread;
    }
    audience.abandoned(this);
    end();
    return null;
  }

  /// @return whether somebody still waits for it
  private synchronized boolean begin() {
    if (condition == Condition.RUNNING) {
      thread = Thread.currentThread();
      return true;
    }
    return false;
  }

  private Input answer() {
    if (stage == null) {
      throw new IllegalStateException("not set: " + effect);
    }
    audience.entered();
    try {
      return performers.perform(effect, stage);
    } catch (InterruptedException stopped) {
      return performers.broken(effect, isOverdue() ? new TimeoutException("timed out") : stopped);
    } catch (Throwable twice) {
      // An error while an error was dealt with. An effect without an answer would keep its run.
      return performers.broken(effect, twice);
    } finally {
      audience.left();
    }
  }

  private synchronized void end() {
    isOver = true;
    if (ending != null) {
      ending.complete(this);
    }
  }

  @Override
  public void accept(Delta delta) {
    if (remember(delta)) {
      audience.heard(delta);
    }
  }

  /// What the model has said so far.
  ///
  /// @return false if nobody waits for more
  private synchronized boolean remember(Delta delta) {
    if (condition == Condition.ANSWERED || condition == Condition.STOPPED) {
      return false;
    }
    if (delta instanceof Delta.TextDelta(var text)) {
      if (said == null) {
        said = new StringBuilder();
      }
      said.append(text);
    }
    return true;
  }

  synchronized String saidSoFar() {
    return said == null ? "" : said.toString();
  }

  /// Ends it without an answer.
  void stop() {
    stopQuietly();
    audience.leave();
  }

  /// Its answer was dealt with.
  void settled() {
    audience.leave();
  }

  private synchronized void stopQuietly() {
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
        Thread.startVirtualThread(unread);
      }
    }
  }

  /// Whether nothing is done for it, any more or yet.
  synchronized boolean hasEnded() {
    return thread == null || isOver;
  }

  /// Whether whoever carries it out may leave something behind on the thread: code that is not ours
  /// and knows it may interrupt it later.
  boolean isForeign() {
    return !(effect instanceof Effect.CallModel);
  }

  /// Waits for it to end, at most this long, through interrupts, which stay set.
  ///
  /// @return whether it has ended
  boolean joinCalmly(Duration atMost) {
    long since = Ticks.now();
    long left = atMost.toNanos();
    boolean interrupted = false;
    while (!hasEnded() && left > 0) {
      try {
        ending().await(left);
      } catch (InterruptedException again) {
        interrupted = true;
      }
      left = atMost.toNanos() - (Ticks.now() - since);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return hasEnded();
  }

  /// Made when it is asked for: most effects have nobody who waits for their end.
  private synchronized Pending<Performance> ending() {
    if (ending == null) {
      ending = new Pending<>();
      if (isOver) {
        ending.complete(this);
      }
    }
    return ending;
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
