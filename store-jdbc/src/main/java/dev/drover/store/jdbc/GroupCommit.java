package dev.drover.store.jdbc;

import dev.drover.store.sql.JobQueue;
import dev.drover.store.sql.QueuedJob;
import dev.drover.store.sql.UninterruptibleWait;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs the work of many callers in few transactions, because the commit is the expensive part.
///
/// Any thread calls [#submit] and waits there. One platform thread takes all work that was queued
/// during the last commit, runs it in one transaction, commits once, and only then returns the
/// results to the callers. It is a platform thread because native code would block a carrier of
/// virtual threads for as long as the disk takes.
///
/// The failure of one caller does not affect the others. When a work throws, the transaction is
/// rolled back, and the others run again without it: so failures cost nothing as long as there are
/// none, unlike a savepoint for each work. Work must therefore depend only on its arguments; and
/// work that finds, before it has written anything, that it cannot continue should report that in
/// its result, which costs the others nothing.
///
/// If the transaction itself fails, all its callers get that problem and nothing was written.
final class GroupCommit<T> implements AutoCloseable {
  /// The transactions of a batch. Used by the writing thread only.
  interface Transactions<T> {
    T begin();

    /// Makes the changes durable; if it throws, nothing was changed.
    void commit(T transaction);

    void rollback(T transaction);

    /// Called once, when everything is done.
    void end();
  }

  private final Transactions<T> transactions;
  private final JobQueue<T> queue;
  private final int maxBatch;
  private final Thread writer;

  /// @param closed the exception for callers after the close
  GroupCommit(
      String name, Bounds bounds, Transactions<T> transactions, Supplier<RuntimeException> closed) {
    this.transactions = transactions;
    this.queue = new JobQueue<>(bounds.queued(), closed);
    this.maxBatch = bounds.batch();
    this.writer = Thread.ofPlatform().daemon().name(name).unstarted(this::serve);
  }

  /// @param queued how many works may wait; further callers block
  /// @param batch how many works share a commit
  record Bounds(int queued, int batch) {
    Bounds {
      if (queued < 1 || batch < 1) {
        throw new IllegalArgumentException(
            "queued and batch: at least 1, not %d and %d".formatted(queued, batch));
      }
    }
  }

  GroupCommit<T> start() {
    writer.start();
    return this;
  }

  /// Runs the work in a transaction, and returns when it is durable.
  ///
  /// @return the result of the work
  <R extends @Nullable Object> R submit(Function<? super T, ? extends R> work) {
    return queue.submit(work);
  }

  private void serve() {
    for (var batch = queue.take(maxBatch); !batch.isEmpty(); batch = queue.take(maxBatch)) {
      try {
        boolean done = attempt(batch);
        while (!done) {
          // One work failed and everything was rolled back: retry without it.
          done = attempt(batch);
        }
      } catch (Throwable broken) {
        batch.forEach(job -> job.fail(broken));
      }
      batch.forEach(QueuedJob::finish);
    }
    transactions.end();
  }

  /// @return whether the batch is durable; if not, another of its works has failed
  private boolean attempt(List<QueuedJob<T, ?>> batch) {
    var transaction = transactions.begin();
    for (var job : batch) {
      if (!job.hasFailed() && !job.run(transaction)) {
        transactions.rollback(transaction);
        return false;
      }
    }
    transactions.commit(transaction);
    return true;
  }

  /// Waits until all submitted work is done, then refuses new work. Idempotent; every caller
  /// returns only when it is done.
  @Override
  public void close() {
    queue.close();
    UninterruptibleWait.join(writer);
  }
}
