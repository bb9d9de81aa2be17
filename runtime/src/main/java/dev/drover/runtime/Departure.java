package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.writer.Pending;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// How a handle is let go of: once, whoever says so, and everybody returns when it is done.
///
/// All methods may be called by any thread.
final class Departure {
  private final SessionId session;

  /// What those who come later wait for: whether it was done.
  private final AtomicReference<@Nullable Pending<Boolean>> going = new AtomicReference<>();

  private volatile boolean deleted;

  Departure(SessionId session) {
    this.session = session;
  }

  /// Whether the handle takes no more work.
  boolean hasBegun() {
    return going.get() != null;
  }

  void requireNotBegun() {
    if (hasBegun()) {
      throw new SessionClosed(session);
    }
  }

  /// What is closed can be read, what is deleted cannot.
  void requireUndeleted() {
    if (deleted) {
      throw new SessionClosed(session);
    }
  }

  void leave(Runnable leaving) {
    while (true) {
      var mine = new Pending<Boolean>();
      if (going.compareAndSet(null, mine)) {
        try {
          leaving.run();
        } finally {
          mine.complete(true);
        }
        return;
      }
      if (hasGone()) {
        return;
      }
    }
  }

  /// If the work throws, the handle is as open as it was.
  ///
  /// @return false if the handle was closed by somebody before it could be deleted
  boolean delete(Runnable deleting) {
    while (!deleted) {
      var mine = new Pending<Boolean>();
      if (going.compareAndSet(null, mine)) {
        try {
          deleting.run();
          deleted = true;
        } finally {
          if (!deleted) {
            going.set(null);
          }
          mine.complete(deleted);
        }
      } else if (hasGone()) {
        return deleted;
      }
    }
    return true;
  }

  /// The session was deleted through another handle.
  void deleted() {
    deleted = true;
  }

  /// Waits for whoever is at it.
  ///
  /// @return false if it was not done, and the handle is open again
  private boolean hasGone() {
    var someone = going.get();
    return someone != null && someone.awaitCalmly();
  }
}
