package dev.drover.store.jdbc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Where callers leave work for a thread that may do it, and wait until it is done.
///
/// Any thread submits; the threads that serve take. The queue is bounded: who finds it full waits,
/// for these callers are insiders, whose work is never dropped.
final class JobQueue<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();
  private final Queue<Job<T, ?>> jobs = new ArrayDeque<>();
  private final int capacity;
  private final Supplier<? extends RuntimeException> refusal;
  private boolean closed;

  /// @param refusal what a caller is told after the close
  JobQueue(int capacity, Supplier<? extends RuntimeException> refusal) {
    this.capacity = capacity;
    this.refusal = refusal;
  }

  /// Has the work done and returns what it came to, or throws what it threw. Does not give up when
  /// the thread is interrupted, and keeps the interrupt.
  <R extends @Nullable Object> R submit(Function<? super T, ? extends R> work) {
    var job = new Job<T, R>(work);
    add(job);
    return job.await();
  }

  private void add(Job<T, ?> job) {
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

  /// Waits for work and takes what is there, oldest first.
  ///
  /// @return empty when the queue is closed and nothing is left
  List<Job<T, ?>> take(int max) {
    lock.lock();
    try {
      while (jobs.isEmpty() && !closed) {
        notEmpty.awaitUninterruptibly();
      }
      int count = Math.min(max, jobs.size());
      var taken = new ArrayList<Job<T, ?>>(count);
      for (int i = 0; i < count; i++) {
        taken.add(jobs.remove());
      }
      notFull.signalAll();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /// Refuses what comes from now on; what is in the queue can still be taken.
  void close() {
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
