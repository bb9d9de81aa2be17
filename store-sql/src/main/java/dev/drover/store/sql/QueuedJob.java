package dev.drover.store.sql;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One piece of work, and the caller that waits for it.
///
/// Created and awaited by the caller; run, failed and finished by the thread that serves the queue.
/// Writes of that thread before [#finish] are visible to the caller after [#await].
public final class QueuedJob<T, R extends @Nullable Object> {
  private final Function<? super T, ? extends R> work;
  private final Thread caller = Thread.currentThread();
  private @Nullable R result;
  private @Nullable Throwable failure;
  private volatile boolean finished;

  public QueuedJob(Function<? super T, ? extends R> work) {
    this.work = work;
  }

  public Function<? super T, ? extends R> work() {
    return work;
  }

  /// Does the work. May be called again if its changes were rolled back.
  ///
  /// @return whether it was done; otherwise it has failed
  public boolean run(T on) {
    try {
      result = work.apply(on);
      return true;
    } catch (Throwable thrown) {
      // An error belongs to the caller of the work: the serving thread continues with other work.
      failure = thrown;
      return false;
    }
  }

  public void fail(Throwable because) {
    failure = because;
  }

  public boolean hasFailed() {
    return failure != null;
  }

  public void finish() {
    finished = true;
    LockSupport.unpark(caller);
  }

  /// Waits until the job is finished. An interrupt does not end the wait, and the flag is kept.
  @SuppressWarnings("NullAway") // A job that has not failed has its result, which may be null.
  public R await() {
    boolean interrupted = false;
    while (!finished) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure instanceof RuntimeException broken) {
      throw broken;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    return result;
  }
}
