package dev.drover.internal.assembly;

import dev.drover.internal.concurrent.MonotonicClock;
import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.internal.concurrent.Uninterruptibly;
import dev.drover.internal.handle.SessionHandles;
import dev.drover.internal.hook.CallbackThreads;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.internal.mcp.AgentConnections;
import dev.drover.internal.session.SessionShutdown;
import dev.drover.internal.takeover.TakeoverLoop;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

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

  /// Hands all sessions to other processes, each as soon as its running effects have ended, and
  /// closes the runtime. For tools, models and hooks of its sessions it returns at once.
  ///
  /// @return whether all effects had ended after this time; those that had not are interrupted
  public boolean drain(Duration atMost, Runnable whenDone) {
    state.beginDraining();
    if (callbacks.isCallback()) {
      Thread.startVirtualThread(() -> drain(atMost, whenDone));
      return false;
    }
    takeover.end();
    boolean isDrained = handOver(atMost);
    close(CloseMode.DISCONNECT, whenDone);
    return isDrained;
  }

  /// Prompts that arrive meanwhile are accepted and handed over as well.
  private boolean handOver(Duration atMost) {
    long since = MonotonicClock.now();
    var isLate = new AtomicBoolean();
    while (!isLate.get()) {
      var driven = loaded.all().stream().filter(loaded::isDriven).toList();
      if (driven.isEmpty()) {
        return true;
      }
      var left = atMost.minusNanos(MonotonicClock.now() - since);
      var leaving = new ArrayList<Thread>();
      for (var session : driven) {
        leaving.add(Thread.startVirtualThread(() -> handOver(session, left, isLate)));
      }
      leaving.forEach(Uninterruptibly::joinUninterruptibly);
    }
    return false;
  }

  private void handOver(SessionId session, Duration left, AtomicBoolean isLate) {
    if (!sessions.awaitEffects(session, left)) {
      isLate.set(true);
      return;
    }
    var open = handles.find(session);
    if (open == null) {
      sessions.shutDown(session, CloseMode.DISCONNECT);
    } else {
      open.leave(CloseMode.DISCONNECT);
    }
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
