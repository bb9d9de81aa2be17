package dev.drover.internal.inbox;

import dev.drover.internal.cluster.ProcessLease;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.SessionUnavailable.SessionBusy;

/// Routes messages to the writers that are loaded in this process, and announces this process to
/// the others with the first message: a process that only reads writes nothing.
///
/// @param inboxBound how many messages may wait for one session
public record SessionRouter(ProcessLease presence, LoadedSessions sessions, int inboxBound)
    implements SessionMessages {
  @Override
  public void submit(SessionId session, WriterMessage message) {
    presence.begin();
    switch (sessions.submit(session, message)) {
      case QUEUED, START -> {}
      case FULL ->
          WriterMessages.refuse(
              message, new SessionBusy(session, inboxBound + " inputs are waiting for it already"));
      case RETIRED -> throw new IllegalStateException("a retired writer was found");
    }
  }

  @Override
  public boolean submitIfLoaded(SessionId session, WriterMessage message) {
    return sessions.submitIfLoaded(session, message);
  }
}
