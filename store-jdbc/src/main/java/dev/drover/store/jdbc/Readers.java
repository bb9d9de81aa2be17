package dev.drover.store.jdbc;

import dev.drover.store.jdbc.Dialect.Role;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A few platform threads, each with a connection of its own, that read for everyone.
///
/// Callers could read on their own threads, but native code holds the carrier of a virtual thread
/// until it returns: as many long reads as there are cores would stop every session.
final class Readers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Readers.class);

  private final Dialect dialect;
  private final Role role;
  private final JobQueue<Link> queue;
  private final List<Thread> threads = new ArrayList<>();

  /// @param role of the connections
  Readers(Dialect dialect, Role role, int count, int queued) {
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

  Readers start() {
    threads.forEach(Thread::start);
    return this;
  }

  /// Has the work done on one state of the store and returns what it came to.
  <R extends @Nullable Object> R submit(Function<? super Link, ? extends R> work) {
    return queue.submit(work);
  }

  /// A connection that failed is replaced when the next work comes.
  private void serve() {
    Link link = null;
    for (var jobs = queue.take(1); !jobs.isEmpty(); jobs = queue.take(1)) {
      var job = jobs.getFirst();
      try {
        link = link == null ? dialect.connect(role) : link;
        dialect.beginReading(link);
        boolean done = job.run(link);
        link.execute("COMMIT");
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

  private static @Nullable Link closed(@Nullable Link link) {
    if (link != null) {
      try {
        link.close();
      } catch (SQLException broken) {
        LOG.warn("a connection could not be closed: {}", broken.getMessage());
      }
    }
    return null;
  }

  /// Waits until all that was submitted is done. Idempotent.
  @Override
  public void close() {
    queue.close();
    threads.forEach(Uninterruptibly::join);
  }
}
