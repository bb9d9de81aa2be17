package dev.drover.internal.publish;

import dev.drover.internal.state.SessionAncestry;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.spi.PortException;
import dev.drover.watch.Notice;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows the usage of children to watchers of a session, while the children work. It is shown and
/// not journaled: the end of a task has its total usage, which is counted once.
///
/// Belongs to the child's writer.
public record ChildUsagePublisher(LiveFeeds feeds, SessionAncestry ancestry) {
  private static final Logger LOG = LoggerFactory.getLogger(ChildUsagePublisher.class);

  void publish(SessionState before, SessionState after) {
    if (after.profile().origin() instanceof SessionOrigin.Delegated task
        && !feeds.isEmpty()
        && !after.totals().usage().equals(before.totals().usage())) {
      publish(task, after);
    }
  }

  private void publish(SessionOrigin.Delegated own, SessionState after) {
    var child = Objects.requireNonNull(after.profile().session());
    for (SessionOrigin.@Nullable Delegated task = own; task != null; task = above(task)) {
      feeds.show(task.parent(), new Notice.ChildUsage(task.call(), child, after.totals().usage()));
    }
  }

  /// The events are durable, so a store that cannot be read now must not stop the writer.
  private SessionOrigin.@Nullable Delegated above(SessionOrigin.Delegated task) {
    if (task.depth() == 1) {
      return null;
    }
    try {
      return ancestry.task(task.parent());
    } catch (PortException unreadable) {
      LOG.debug("usage is not shown above {}: {}", task.parent(), unreadable.problem());
      return null;
    }
  }
}
