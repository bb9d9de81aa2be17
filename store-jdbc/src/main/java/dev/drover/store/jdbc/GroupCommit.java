package dev.drover.store.jdbc;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs the work of many callers in few transactions, for what costs is the commit.
///
/// Any thread calls [#submit] and waits there. One platform thread takes whatever has gathered
/// while the last commit was going on, does all of it in one transaction, commits once, and only
/// then tells the callers. It is a platform thread because native code would hold a carrier of
/// virtual threads for as long as the disk takes.
///
/// One caller's failure is no one else's. A work that throws has the transaction rolled back, and
/// the others are done again without it: so nothing is paid for failures as long as there are none,
/// as a savepoint for each work would. Work must therefore depend on nothing but what it is given;
/// and work that finds, before it has written anything, that it cannot go on should say so in its
/// result, which costs its neighbours nothing.
///
/// If the transaction itself fails, all its callers get that problem and nothing was written.
final class GroupCommit<T> implements AutoCloseable {
  /// What a batch runs in. Used by the writing thread only.
  interface Transactions<T> {
    T begin();

    /// Makes what was done durable; if it throws, nothing was done.
    void commit(T transaction);

    void rollback(T transaction);

    /// Called once, when everything is done.
    void end();
  }

  private final Transactions<T> transactions;
  private final JobQueue<T> queue;
  private final int maxBatch;
  private final Thread writer;

  /// @param closed what a caller is told after the close
  GroupCommit(
      String name, Bounds bounds, Transactions<T> transactions, Supplier<RuntimeException> closed) {
    this.transactions = transactions;
    this.queue = new JobQueue<>(bounds.queued(), closed);
    this.maxBatch = bounds.batch();
    this.writer = Thread.ofPlatform().daemon().name(name).unstarted(this::serve);
  }

  /// @param queued how many works may wait; more callers than that wait to be let in
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

  /// Has the work done in a transaction, and returns when it is durable.
  ///
  /// @return what the work returned
  <R extends @Nullable Object> R submit(Function<? super T, ? extends R> work) {
    return queue.submit(work);
  }

  private void serve() {
    for (var batch = queue.take(maxBatch); !batch.isEmpty(); batch = queue.take(maxBatch)) {
      try {
        boolean done = attempt(batch);
        while (!done) {
          // Someone's work failed and all was undone: once more, without it.
          done = attempt(batch);
        }
      } catch (Throwable broken) {
        batch.forEach(job -> job.fail(broken));
      }
      batch.forEach(Job::finish);
    }
    transactions.end();
  }

  /// @return whether the batch is durable; if not, one more of its works has failed
  private boolean attempt(List<Job<T, ?>> batch) {
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

  /// Waits until all that was submitted is done, then refuses what comes. Idempotent; every caller
  /// returns only when it is done.
  @Override
  public void close() {
    queue.close();
    Uninterruptibly.join(writer);
  }
}
