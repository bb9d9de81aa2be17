package dev.drover.store.postgres;

import dev.drover.store.sql.JobQueue;
import dev.drover.store.sql.PreparedConnection;
import dev.drover.store.sql.UninterruptibleWait;
import dev.drover.store.sql.WriteLocks;
import org.jspecify.annotations.Nullable;

/// All writes of this process that are not plain appends, each in a transaction of its own. Any
/// thread submits; one thread writes.
final class WriteLane implements AutoCloseable {
  private final WriteConnection connection;
  private final JobQueue<WriteConnection> queue;
  private final Thread thread;

  WriteLane(PostgresDialect dialect, WriteConnection connection, int queued) {
    this.connection = connection;
    this.queue = new JobQueue<>(queued, dialect::closed);
    this.thread = Thread.ofPlatform().daemon().name("drover-store-writer").unstarted(this::serve);
  }

  WriteLane start() {
    thread.start();
    return this;
  }

  <R extends @Nullable Object> R write(WriteLocks locks, PreparedConnection.Work<R> work) {
    return queue.<R>submit(
        to ->
            to.<R>transact(
                link -> {
                  PostgresLocks.take(link, locks);
                  return work.over(link);
                }));
  }

  private void serve() {
    for (var jobs = queue.take(1); !jobs.isEmpty(); jobs = queue.take(1)) {
      var job = jobs.getFirst();
      job.run(connection);
      job.finish();
    }
    connection.close();
  }

  /// Waits until all submitted work is done. Idempotent.
  @Override
  public void close() {
    queue.close();
    UninterruptibleWait.join(thread);
  }
}
