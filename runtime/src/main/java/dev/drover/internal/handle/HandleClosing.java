package dev.drover.internal.handle;

import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.internal.hook.CallbackThreads;
import dev.drover.internal.inbox.WriterMessage.CloseMode;
import dev.drover.internal.query.SessionPresence;
import dev.drover.internal.run.ChildTasks;
import dev.drover.internal.session.SessionShutdown;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;

/// Closes open sessions: ends or releases their work, waits for their tasks, and calls hooks.
public record HandleClosing(
    SessionHandles handles,
    RuntimeState runtime,
    SessionPresence presence,
    SessionShutdown shutdown,
    ChildTasks children,
    SessionLifecycleHooks hooks,
    CallbackThreads callbacks,
    Catalog catalog)
    implements SessionCloser {
  @Override
  public void close(OpenSession session, CloseMode mode) {
    var known = presence.known(session.id());
    if (runtime.isClosing() && !presence.isInvolvedIn(session.id())) {
      // The session has no work here, so it need not be loaded to end it.
      shutdown.release(session.id());
    } else {
      shutdown.shutDown(session.id(), mode);
    }
    if (mode == CloseMode.CLOSE && known != null) {
      children.awaitRest(known.records().tasks());
    }
    var agent = session.agent();
    if (agent != null) {
      hooks.ended(session.id(), agent);
    }
    handles.remove(session);
  }

  @Override
  public void announce(SessionId session, CloseMode mode) {
    shutdown.announce(session, mode);
  }

  @Override
  public boolean isCallbackOf(SessionId session) {
    return callbacks.isCallbackOf(session);
  }

  @Override
  public boolean isRunOver(SessionHold hold) {
    return hold.readRunEnded(catalog);
  }

  @Override
  public void dropIfEmpty(OpenSession session) {
    handles.dropIfEmpty(session);
  }
}
