package dev.drover.internal.run;

import dev.drover.internal.cluster.ProcessLease;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.machine.OpenTask;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.StoreFailed;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes over and waits for the child sessions of a session. Safe for use by any thread.
public record ChildTasks(
    StoredSessionQueries queries,
    IdleWait idle,
    SessionMessages messages,
    ProcessLease lease,
    Time time) {
  private static final Logger LOG = LoggerFactory.getLogger(ChildTasks.class);
  private static final Duration REST = Duration.ofSeconds(5);

  /// Takes over tasks of a session that no process drives.
  public void resumeTasks(SessionState state) {
    for (var task : state.records().tasks()) {
      var child = task.child();
      if (queries.session(child).isPresent() && lease.readIsFree(child)) {
        messages.submit(child, new WriterMessage.CheckInbox());
        resumeTasks(queries.state(child));
      }
    }
  }

  /// Waits until these tasks and all below them are at rest, for a limited time. A child that
  /// cannot be read is skipped: its parent has ended in any case.
  public void awaitRest(List<OpenTask> tasks) {
    if (tasks.isEmpty()) {
      return;
    }
    var until = time.now().plus(REST);
    for (var task : tasks) {
      try {
        awaitRest(task.child(), until);
      } catch (StoreFailed unreadable) {
        LOG.warn("cannot see whether {} is at rest: {}", task.child(), unreadable.getMessage());
      }
    }
  }

  /// A child cancels its own children when it ends, so it is waited for first.
  private void awaitRest(SessionId child, Instant until) {
    var left = Duration.between(time.now(), until);
    if (left.isPositive() && queries.session(child).isPresent()) {
      idle.awaitIdle(child, left);
      queries.children(child).forEach(row -> awaitRest(row.session(), until));
    }
  }
}
