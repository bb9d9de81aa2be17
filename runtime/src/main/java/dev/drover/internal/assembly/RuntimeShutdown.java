package dev.drover.internal.assembly;

import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.internal.handle.SessionHandles;
import dev.drover.internal.hook.CallbackThreads;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.internal.mcp.AgentConnections;
import dev.drover.internal.session.SessionShutdown;
import dev.drover.internal.takeover.TakeoverLoop;
import dev.drover.spi.store.Store;

/// Closes a runtime: its sessions first, then the shared resources, and the store last.
public record RuntimeShutdown(
    RuntimeState state,
    SessionHandles handles,
    LoadedSessions loaded,
    SessionShutdown sessions,
    TakeoverLoop takeover,
    CallbackThreads callbacks,
    AgentConnections connections,
    SharedResources shared,
    Store store) {
  /// Every caller returns when the runtime is closed, except tools, models and hooks of its
  /// sessions: for these it returns at once, and closing completes when they have ended.
  ///
  /// @param whenDone called once, when closing has completed
  public void close(CloseMode mode, Runnable whenDone) {
    var mine = new PendingResult<Boolean>();
    boolean isFirst = state.beginClosing(mine);
    if (callbacks.isCallback()) {
      // Callers that the close waits for must not wait for the close.
      if (isFirst) {
        loaded.all().forEach(session -> sessions.announce(session, mode));
        Thread.startVirtualThread(() -> close(mode, mine, whenDone));
      }
      return;
    }
    if (isFirst) {
      close(mode, mine, whenDone);
    }
    state.awaitClosed();
  }

  private void close(CloseMode mode, PendingResult<Boolean> done, Runnable whenDone) {
    try {
      takeover.end();
      handles.closeAll(mode);
      sessions.shutDownAll(mode);
      connections.closeAll();
      shared.close(sessions.patience());
      store.close();
    } finally {
      whenDone.run();
      done.complete(true);
    }
  }
}
