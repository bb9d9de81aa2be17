package dev.drover.store.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A queue where callers submit work for other threads, and wait until it is done.
///
/// Any thread submits; the serving threads take. The queue is bounded: callers block when it is
/// full, because they are internal and their work is never dropped.
public final class JobQueue<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();
  private final Queue<QueuedJob<T, ?>> jobs = new ArrayDeque<>();
  private final int capacity;
  private final Supplier<? extends RuntimeException> refusal;
  private boolean closed;

  /// @param refusal the exception for callers after the close
  public JobQueue(int capacity, Supplier<? extends RuntimeException> refusal) {
    this.capacity = capacity;
    this.refusal = refusal;
  }

  /// Runs the work and returns its result, or throws its exception. Does not stop when the thread
  /// is interrupted, and keeps the interrupt flag.
  public <R extends @Nullable Object> R submit(Function<? super T, ? extends R> work) {
    var job = new QueuedJob<T, R>(work);
    add(job);
    return job.await();
  }

  private void add(QueuedJob<T, ?> job) {
    lock.lock();
    try {
      while (jobs.size() >= capacity && !closed) {
        notFull.awaitUninterruptibly();
      }
      if (closed) {
        throw refusal.get();
      }
      jobs.add(job);
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Waits for work and takes it, oldest first.
  ///
  /// @return empty when the queue is closed and drained
  public List<QueuedJob<T, ?>> take(int max) {
    lock.lock();
    try {
      while (jobs.isEmpty() && !closed) {
        notEmpty.awaitUninterruptibly();
      }
      int count = Math.min(max, jobs.size());
      var taken = new ArrayList<QueuedJob<T, ?>>(count);
      for (int i = 0; i < count; i++) {
        taken.add(jobs.remove());
      }
      notFull.signalAll();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /// Refuses new work; queued work can still be taken.
  public void close() {
    lock.lock();
    try {
      closed = true;
      notEmpty.signalAll();
      notFull.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
