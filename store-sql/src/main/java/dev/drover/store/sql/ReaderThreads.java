package dev.drover.store.sql;

import dev.drover.store.sql.SqlDialect.Role;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A few platform threads, each with a connection of its own, that execute all reads.
///
/// Callers could read on their own threads, but native code blocks the carrier of a virtual thread
/// until it returns: as many long reads as there are cores would stop every session.
public final class ReaderThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReaderThreads.class);

  private final SqlDialect dialect;
  private final Role role;
  private final JobQueue<PreparedConnection> queue;
  private final List<Thread> threads = new ArrayList<>();

  /// @param role of the connections
  public ReaderThreads(SqlDialect dialect, Role role, int count, int queued) {
    this.dialect = dialect;
    this.role = role;
    this.queue = new JobQueue<>(queued, dialect::closed);
    for (int number = 1; number <= count; number++) {
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("drover-store-reader-" + number)
              .unstarted(this::serve));
    }
  }

  public ReaderThreads start() {
    threads.forEach(Thread::start);
    return this;
  }

  /// Runs the work on a consistent snapshot of the store and returns its result.
  public <R extends @Nullable Object> R submit(
      Function<? super PreparedConnection, ? extends R> work) {
    return queue.submit(work);
  }

  /// A failed connection is replaced for the next work.
  private void serve() {
    PreparedConnection link = null;
    for (var jobs = queue.take(1); !jobs.isEmpty(); jobs = queue.take(1)) {
      var job = jobs.getFirst();
      try {
        link = link == null ? dialect.connect(role) : link;
        dialect.beginReading(link);
        boolean done = job.run(link);
        dialect.endReading(link);
        link = done ? link : closed(link);
      } catch (SQLException broken) {
        job.fail(dialect.problem(broken));
        link = closed(link);
      } catch (Throwable broken) {
        job.fail(broken);
        link = closed(link);
      }
      job.finish();
    }
    closed(link);
  }

  private static @Nullable PreparedConnection closed(@Nullable PreparedConnection link) {
    if (link != null) {
      try {
        link.close();
      } catch (SQLException broken) {
        LOG.warn("a connection could not be closed: {}", broken.getMessage());
      }
    }
    return null;
  }

  /// Waits until all submitted work is done. Idempotent.
  @Override
  public void close() {
    queue.close();
    threads.forEach(UninterruptibleWait::join);
  }
}
