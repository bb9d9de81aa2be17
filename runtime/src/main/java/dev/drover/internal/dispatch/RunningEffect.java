package dev.drover.internal.dispatch;

import dev.drover.internal.concurrent.CancellationSource;
import dev.drover.internal.concurrent.MonotonicClock;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.inbox.EffectHandle;
import dev.drover.internal.inbox.WriterLoop;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.spi.model.Delta;
import dev.drover.spi.tool.CancellationToken;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// One running effect, on its own virtual thread. It gives at most one answer: it ends, is stopped,
/// or times out, whichever is first; anything later is dropped.
///
/// [#run] and [#perform] belong to the effect's thread; the other methods may be called by any.
public final class RunningEffect implements Runnable, Delta.Sink, EffectHandle, WriterLoop.DueWork {
  private final Effect effect;
  private final EffectPerformers performers;
  private final EffectOutput audience;
  private @Nullable EffectContext stage;
  // Guarded by this.
  private @Nullable Thread thread;
  private EffectPhase condition = EffectPhase.RUNNING;
  private @Nullable StringBuilder said;
  private @Nullable Watchdog guard;
  private @Nullable CancellationSource scope;
  private @Nullable PendingResult<RunningEffect> ending;
  private boolean isOver;

  private enum EffectPhase {
    RUNNING,
    /// It timed out; it has been interrupted and has not ended yet.
    OVERDUE,
    ANSWERED,
    STOPPED
  }

  RunningEffect(Effect effect, EffectPerformers performers, EffectOutput audience) {
    this.effect = effect;
    this.performers = performers;
    this.audience = audience;
  }

  void set(EffectContext on) {
    stage = on;
  }

  @Override
  public void start() {
    Thread.startVirtualThread(this);
  }

  /// Monitors its time limit until it ends.
  synchronized void guard(Watchdog watchdog, Duration timeout) {
    if (condition == EffectPhase.RUNNING) {
      guard = watchdog;
      watchdog.watch(this, timeout);
    }
  }

  private void unguard() {
    if (guard != null) {
      guard.forget(this);
    }
  }

  @Override
  public Effect effect() {
    return effect;
  }

  @Override
  public boolean drawsOnAccount() {
    return stage != null && stage.state().totals().spending().budgets().account() != null;
  }

  /// For code that works for this effect on other threads. Created on demand: most effects do not
  /// need it.
  synchronized CancellationToken scope() {
    if (scope == null) {
      scope = new CancellationSource("call " + effect.id());
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
    // Each look at a deferred call is an effect of its own, in the same attempt.
    return effect instanceof Effect.AskForNews
        ? effect.equals(due)
        : effect.id().equals(due.id())
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

  @Override
  public @Nullable WriterLoop perform() {
    if (!begin()) {
      audience.releaseReservation(this);
      return null;
    }
    var answer = answer();
    if (claim()) {
      // From here on, no other thread interrupts this one on behalf of the effect.
      Thread.interrupted();
      var unread = audience.submitAnswer(this, answer);
      end();
      return unread;
    }
    audience.releaseReservation(this);
    end();
    return null;
  }

  /// @return whether its answer is still expected
  private synchronized boolean begin() {
    if (condition == EffectPhase.RUNNING) {
      thread = Thread.currentThread();
      return true;
    }
    return false;
  }

  private Input answer() {
    if (stage == null) {
      throw new IllegalStateException("not set: " + effect);
    }
    audience.enterHostCode();
    try {
      return performers.perform(effect, stage);
    } catch (InterruptedException stopped) {
      return performers.broken(effect, isOverdue() ? new TimeoutException("timed out") : stopped);
    } catch (Throwable twice) {
      // The error handling itself failed. An effect without an answer would block its run.
      return performers.broken(effect, twice);
    } finally {
      audience.leaveHostCode();
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
      audience.redactAndShow(delta);
    }
  }

  /// Adds to the text of the model so far.
  ///
  /// @return false if the answer is no longer expected
  private synchronized boolean remember(Delta delta) {
    if (condition == EffectPhase.ANSWERED || condition == EffectPhase.STOPPED) {
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

  synchronized String partialText() {
    return said == null ? "" : said.toString();
  }

  /// Ends it without an answer.
  void stop() {
    stopQuietly();
    audience.endOutput();
  }

  @Override
  public void settled() {
    audience.endOutput();
  }

  private synchronized void stopQuietly() {
    if (condition == EffectPhase.RUNNING || condition == EffectPhase.OVERDUE) {
      condition = EffectPhase.STOPPED;
      settleScope();
      unguard();
      interrupt();
    }
  }

  /// Its time limit has passed.
  synchronized void expire() {
    if (condition == EffectPhase.RUNNING) {
      condition = EffectPhase.OVERDUE;
      settleScope();
      interrupt();
    }
  }

  /// It was interrupted because of its time limit, and does not end.
  void answerTimeout(Duration timeout) {
    if (claim()) {
      var why = new TimeoutException("timed out after %s and does not stop".formatted(timeout));
      var unread = audience.submitAnswer(this, performers.broken(effect, why));
      if (unread != null) {
        Thread.startVirtualThread(unread);
      }
    }
  }

  @Override
  public synchronized boolean hasEnded() {
    return thread == null || isOver;
  }

  @Override
  public boolean isForeign() {
    return !(effect instanceof Effect.CallModel);
  }

  @Override
  public boolean joinUninterruptibly(Duration atMost) {
    long since = MonotonicClock.now();
    long left = atMost.toNanos();
    boolean interrupted = false;
    while (!hasEnded() && left > 0) {
      try {
        ending().await(left);
      } catch (InterruptedException again) {
        interrupted = true;
      }
      left = atMost.toNanos() - (MonotonicClock.now() - since);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return hasEnded();
  }

  /// Created on demand: for most effects no thread waits for the end.
  private synchronized PendingResult<RunningEffect> ending() {
    if (ending == null) {
      ending = new PendingResult<>();
      if (isOver) {
        ending.complete(this);
      }
    }
    return ending;
  }

  private synchronized boolean isOverdue() {
    return condition == EffectPhase.OVERDUE;
  }

  private synchronized boolean claim() {
    if (condition == EffectPhase.RUNNING || condition == EffectPhase.OVERDUE) {
      condition = EffectPhase.ANSWERED;
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
