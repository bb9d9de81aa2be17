package dev.drover.runtime.writer;

import dev.drover.kernel.Origin;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.PortException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows to those who watch a session what its children use, while they work. It is shown and not
/// journaled: the end of a task says what it has used, and that is counted once.
///
/// Belongs to the child's writer.
record UsageNews(Engine engine) {
  private static final Logger LOG = LoggerFactory.getLogger(UsageNews.class);

  void show(SessionState before, SessionState after) {
    if (after.profile().origin() instanceof Origin.Delegated task
        && !engine.feeds().isEmpty()
        && !after.totals().usage().equals(before.totals().usage())) {
      show(task, after);
    }
  }

  private void show(Origin.Delegated own, SessionState after) {
    var child = Objects.requireNonNull(after.profile().session());
    for (Origin.@Nullable Delegated task = own; task != null; task = above(task)) {
      engine
          .feeds()
          .show(task.parent(), new Notice.ChildUsage(task.call(), child, after.totals().usage()));
    }
  }

  /// What has happened is durable, so a store that cannot be read now must not stop the writer.
  private Origin.@Nullable Delegated above(Origin.Delegated task) {
    if (task.depth() == 1) {
      return null;
    }
    try {
      return engine.ancestry().task(task.parent());
    } catch (PortException unreadable) {
      LOG.debug("usage is not shown above {}: {}", task.parent(), unreadable.problem());
      return null;
    }
  }
}
