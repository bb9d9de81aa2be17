package dev.drover.store.postgres;

import dev.drover.spi.PortException;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
import dev.drover.store.sql.JobQueue;
import dev.drover.store.sql.QueuedJob;
import dev.drover.store.sql.UninterruptibleWait;
import dev.drover.store.sql.WriteLocks;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/// Writes the appends of this process: those that arrive during a commit share the next one.
///
/// Any thread calls [#append] and waits there; one thread takes what was queued, one append of each
/// session, and writes it in one transaction.
final class AppendLane implements AutoCloseable {
  private static final int BATCH = 512;

  /// Beyond this size a larger transaction is not faster.
  private static final long BATCH_BYTES = 4 << 20;

  private final WriteConnection connection;
  private final JobQueue<Map<String, Long>> queue;
  private final Consumer<Collection<String>> written;
  private final Thread thread;

  /// @param written called after each commit, with the sessions that were changed
  AppendLane(
      PostgresDialect dialect,
      WriteConnection connection,
      int queued,
      Consumer<Collection<String>> written) {
    this.connection = connection;
    this.queue = new JobQueue<>(queued, dialect::closed);
    this.written = written;
    this.thread = Thread.ofPlatform().daemon().name("drover-store-appender").unstarted(this::serve);
  }

  AppendLane start() {
    thread.start();
    return this;
  }

  /// The work of a job: to find its own result among those of the batch.
  private record AppendWork(Journal.Append append, long bytes)
      implements Function<Map<String, Long>, Long> {
    static AppendWork of(Journal.Append append) {
      long bytes = 0;
      for (var entry : append.entries()) {
        bytes += entry.bytes().length();
      }
      return new AppendWork(append, bytes);
    }

    @Override
    public Long apply(Map<String, Long> outcomes) {
      return outcomes.getOrDefault(append.session().value(), 0L);
    }
  }

  private record WaitingAppend(QueuedJob<Map<String, Long>, ?> queued, AppendWork work) {}

  long append(Journal.Append append) {
    return queue.<Long>submit(AppendWork.of(append));
  }

  private void serve() {
    var waiting = new ArrayList<WaitingAppend>();
    while (true) {
      if (waiting.isEmpty()) {
        for (var job : queue.take(BATCH)) {
          if (job.work() instanceof AppendWork work) {
            waiting.add(new WaitingAppend(job, work));
          }
        }
      }
      if (waiting.isEmpty()) {
        connection.close();
        return;
      }
      var batch = nextBatch(waiting);
      try {
        write(batch);
      } catch (Throwable broken) {
        // The serving thread continues, whatever a batch did.
        batch.forEach(job -> job.queued().fail(broken));
      }
      batch.forEach(job -> job.queued().finish());
    }
  }

  /// Takes the first append of each session; the others are for the next batch.
  private static List<WaitingAppend> nextBatch(List<WaitingAppend> waiting) {
    var sessions = new HashSet<String>();
    var batch = new ArrayList<WaitingAppend>();
    long bytes = 0;
    var left = new ArrayList<WaitingAppend>();
    for (var job : waiting) {
      boolean fits = batch.isEmpty() || bytes + job.work().bytes() <= BATCH_BYTES;
      if (fits && sessions.add(job.work().append().session().value())) {
        batch.add(job);
        bytes += job.work().bytes();
      } else {
        left.add(job);
        // A later append of this session must not overtake it.
        sessions.add(job.work().append().session().value());
      }
    }
    waiting.clear();
    waiting.addAll(left);
    return batch;
  }

  /// A refused append is left out, and the others are written again without it. If the server
  /// refuses the whole, each append is tried alone: one may have caused it.
  private void write(List<WaitingAppend> batch) {
    var open = new ArrayList<>(batch);
    while (!open.isEmpty()) {
      var appends = open.stream().map(job -> job.work().append()).toList();
      AppendBatch.Refused refused;
      try {
        var outcomes = transact(appends);
        open.forEach(job -> job.queued().run(outcomes));
        written.accept(changed(appends));
        return;
      } catch (RefusedBatch one) {
        refused = one.refused;
      } catch (PortException broken) {
        if (open.size() == 1 || isConnectionLost(broken)) {
          open.forEach(job -> job.queued().fail(broken));
        } else {
          open.forEach(job -> write(List.of(job)));
        }
        return;
      }
      leaveOut(open, refused);
    }
  }

  private static Collection<String> changed(List<Journal.Append> appends) {
    var sessions = new HashSet<String>();
    appends.forEach(append -> sessions.addAll(WriteLocks.of(append).sessions()));
    return sessions;
  }

  private static boolean isConnectionLost(PortException broken) {
    return broken.getCause() instanceof SQLException cause
        && PostgresProblems.isConnectionLost(cause);
  }

  private static void leaveOut(List<WaitingAppend> open, AppendBatch.Refused refused) {
    for (var job : List.copyOf(open)) {
      if (job.work().append().session().equals(refused.append().session())) {
        job.queued().fail(new ContradictoryWrite(refused.append().session(), refused.why()));
        open.remove(job);
      }
    }
  }

  private Map<String, Long> transact(List<Journal.Append> appends) {
    return connection.transact(
        link -> {
          try {
            return new AppendBatch(link).write(appends);
          } catch (AppendBatch.Refused refused) {
            throw new RefusedBatch(refused);
          }
        });
  }

  /// Carries a refusal out of the transaction, which is rolled back.
  private static final class RefusedBatch extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient AppendBatch.Refused refused;

    RefusedBatch(AppendBatch.Refused refused) {
      super(refused.why(), refused, false, false);
      this.refused = refused;
    }
  }

  /// Waits until all submitted work is done. Idempotent.
  @Override
  public void close() {
    queue.close();
    UninterruptibleWait.join(thread);
  }
}
