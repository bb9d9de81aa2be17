package dev.drover.internal.handle;

import dev.drover.internal.concurrent.CancellationSource;
import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.tool.CancellationToken;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// The hold of one handle on an open session. It references the handle weakly, to notice when the
/// handle is garbage collected.
///
/// All methods may be called by any thread.
public final class SessionHold {
  private final OpenSession open;
  private final CancellationSource scope;
  private volatile @Nullable Reference<?> handle;
  private volatile @Nullable RunId lastRun;

  SessionHold(OpenSession open) {
    this.open = open;
    this.scope = new CancellationSource("a handle of session " + open.id());
  }

  public OpenSession open() {
    return open;
  }

  void attach(Reference<?> taker) {
    handle = taker;
  }

  /// Cancelled when this handle is closed, whether others are open or not.
  public CancellationToken scope() {
    return scope;
  }

  /// A run was started through the handle, and must continue when other handles are closed.
  public void began(RunId run) {
    lastRun = run;
  }

  boolean isDropped() {
    var known = handle;
    return known != null && known.refersTo(null);
  }

  /// Runs are sequential: if the last run is over, so are the earlier ones.
  boolean readRunEnded(Catalog catalog) {
    var run = lastRun;
    if (run == null) {
      return true;
    }
    try {
      return catalog.run(run).filter(row -> row.end() == null).isEmpty();
    } catch (PortException unknown) {
      // A failing store must not prevent a close.
      return true;
    }
  }

  boolean isOpen() {
    return scope.state() == CancellationToken.State.OPEN && !open.lifecycle().isClosing();
  }

  void requireOpen() {
    open.lifecycle().requireOpen();
    if (!isOpen()) {
      throw new SessionClosed(open.id());
    }
  }

  public void release(CloseMode mode) {
    scope.cancel("the handle was closed");
    open.release(this, mode);
  }
}
