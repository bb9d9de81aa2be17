package dev.drover.runtime;

import dev.drover.kernel.RunId;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.scope.ScopeCell;
import dev.drover.runtime.writer.Letter.Manner;
import dev.drover.spi.PortException;
import dev.drover.spi.tool.CancelScope;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// One handle's share in an open session. It does not keep the handle: one that nobody has any more
/// is found out by that.
///
/// All methods may be called by any thread.
final class SessionHold {
  private final OpenSession open;
  private final ScopeCell scope;
  private volatile @Nullable Reference<Session> handle;
  private volatile @Nullable RunId lastRun;

  SessionHold(OpenSession open) {
    this.open = open;
    this.scope = new ScopeCell("a handle of session " + open.id());
  }

  OpenSession open() {
    return open;
  }

  void takenBy(Reference<Session> taker) {
    handle = taker;
  }

  /// Cancelled when this handle is closed, whether others are open or not.
  CancelScope scope() {
    return scope;
  }

  /// A run was begun through the handle, and is to go on whoever else closes theirs.
  void began(RunId run) {
    lastRun = run;
  }

  boolean isDropped() {
    var known = handle;
    return known != null && known.refersTo(null);
  }

  /// Prompts take turns: with the last run those before it are over, too.
  boolean isRunOver(Drover drover) {
    var run = lastRun;
    if (run == null) {
      return true;
    }
    try {
      return drover.engine().catalog().run(run).filter(row -> row.end() == null).isEmpty();
    } catch (PortException unknown) {
      // A store that does not answer keeps nobody from closing.
      return true;
    }
  }

  boolean isOpen() {
    return scope.state() == CancelScope.State.OPEN && !open.departure().hasBegun();
  }

  void requireOpen() {
    open.departure().requireNotBegun();
    if (!isOpen()) {
      throw new SessionClosed(open.id());
    }
  }

  void release(Manner manner) {
    scope.cancel("the handle was closed");
    open.release(this, manner);
  }
}
