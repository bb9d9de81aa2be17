package dev.drover.runtime;

import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.scope.ScopeCell;
import dev.drover.runtime.writer.Letter.Manner;
import dev.drover.runtime.writer.Pending;
import dev.drover.spi.tool.CancelScope;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// How a session is let go of: once, whoever says so, and everybody returns when it is done.
///
/// All methods may be called by any thread.
final class Departure {
  private final SessionId session;

  /// What those who come later wait for: whether it was done.
  private final AtomicReference<@Nullable Pending<Boolean>> going = new AtomicReference<>();

  private volatile boolean deleted;

  private final ScopeCell scope;

  Departure(SessionId session) {
    this.session = session;
    this.scope = new ScopeCell("session " + session);
  }

  /// Whether the session takes no more work.
  boolean hasBegun() {
    return going.get() != null;
  }

  void requireNotBegun() {
    if (hasBegun()) {
      throw new SessionClosed(session);
    }
  }

  /// Whether all that was going has been ended, and not only let go of. Waits for whoever is at it.
  boolean isClosed() {
    return hasGone() && scope.isCancelled();
  }

  /// What is closed can be read, what is deleted cannot.
  void requireUndeleted() {
    if (deleted) {
      throw new SessionClosed(session);
    }
  }

  void leave(Manner manner, Runnable leaving) {
    while (true) {
      if (begin()) {
        finish(manner, leaving);
        return;
      }
      if (hasGone()) {
        return;
      }
    }
  }

  /// From here on no work is taken.
  ///
  /// @return whether it is up to the caller to [#finish]
  boolean begin() {
    return going.compareAndSet(null, new Pending<>());
  }

  /// Belongs to whoever has begun it.
  void finish(Manner manner, Runnable leaving) {
    var mine = Objects.requireNonNull(going.get());
    try {
      leaving.run();
    } finally {
      settle(manner);
      mine.complete(true);
    }
  }

  /// If the work throws, the session is as open as it was.
  ///
  /// @return false if the session was closed by somebody before it could be deleted
  boolean delete(Runnable deleting) {
    while (!deleted) {
      var mine = new Pending<Boolean>();
      if (going.compareAndSet(null, mine)) {
        try {
          deleting.run();
          deleted();
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
    scope.cancel("the session was deleted");
  }

  /// When all that was going in the session has ended, durably.
  private void settle(Manner manner) {
    switch (manner) {
      case CLOSE -> scope.cancel("the session was closed");
      case DISCONNECT -> scope.end();
    }
  }

  CancelScope scope() {
    return scope;
  }

  /// Waits for whoever is at it.
  ///
  /// @return false if it was not done, and the session is open again
  boolean hasGone() {
    var someone = going.get();
    return someone != null && someone.awaitCalmly();
  }
}
