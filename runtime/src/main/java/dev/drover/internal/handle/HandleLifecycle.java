package dev.drover.internal.handle;

import dev.drover.internal.concurrent.CancellationSource;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.spi.tool.CancellationToken;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Closes or deletes a session once, for any number of callers, who all return when it is done.
///
/// All methods may be called by any thread.
public final class HandleLifecycle {
  private final SessionId session;

  /// The result that later callers wait for: whether it was done.
  private final AtomicReference<@Nullable PendingResult<Boolean>> going = new AtomicReference<>();

  private volatile boolean deleted;

  private final CancellationSource scope;

  HandleLifecycle(SessionId session) {
    this.session = session;
    this.scope = new CancellationSource("session " + session);
  }

  /// Whether the session accepts no more work.
  boolean isClosing() {
    return going.get() != null;
  }

  void requireOpen() {
    if (isClosing()) {
      throw new SessionClosed(session);
    }
  }

  /// Whether all work was ended, and not only released. Waits for a close in progress.
  boolean awaitClosed() {
    return awaitEnd() && scope.isCancelled();
  }

  /// A closed session can be read, a deleted one cannot.
  public void requireUndeleted() {
    if (deleted) {
      throw new SessionClosed(session);
    }
  }

  void close(CloseMode mode, Runnable leaving) {
    while (true) {
      if (begin()) {
        finish(mode, leaving);
        return;
      }
      if (awaitEnd()) {
        return;
      }
    }
  }

  /// From here on no work is accepted.
  ///
  /// @return whether the caller must call [#finish]
  boolean begin() {
    return going.compareAndSet(null, new PendingResult<>());
  }

  /// Must be called by the caller of [#begin].
  void finish(CloseMode mode, Runnable leaving) {
    var mine = Objects.requireNonNull(going.get());
    try {
      leaving.run();
    } finally {
      settle(mode);
      mine.complete(true);
    }
  }

  /// If the work throws, the session stays open.
  ///
  /// @return false if the session was closed by another caller before it could be deleted
  boolean delete(Runnable deleting) {
    while (!deleted) {
      var mine = new PendingResult<Boolean>();
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
      } else if (awaitEnd()) {
        return deleted;
      }
    }
    return true;
  }

  /// The session was deleted through another handle.
  public void deleted() {
    deleted = true;
    scope.cancel("the session was deleted");
  }

  /// Called when all work of the session has ended, durably.
  private void settle(CloseMode mode) {
    switch (mode) {
      case CLOSE -> scope.cancel("the session was closed");
      case DISCONNECT -> scope.end();
    }
  }

  public CancellationToken scope() {
    return scope;
  }

  /// Waits for the caller that closes or deletes.
  ///
  /// @return false if it was not done, and the session is open again
  boolean awaitEnd() {
    var someone = going.get();
    return someone != null && someone.awaitUninterruptibly();
  }
}
