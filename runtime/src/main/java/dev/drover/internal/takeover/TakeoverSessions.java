package dev.drover.internal.takeover;

import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.inbox.LoadedSessions;
import dev.drover.internal.inbox.SessionMessages;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.kernel.value.SessionId;
import java.util.Set;

/// The sessions and agents of this process, for the takeover loop. Safe for use by any thread.
public record TakeoverSessions(
    AgentRegistry registry, LoadedSessions loaded, SessionMessages messages) {
  /// Names of the registered agents.
  Set<String> agents() {
    return registry.names();
  }

  /// Whether this process drives the session.
  boolean isDriven(SessionId session) {
    return loaded.isDriven(session);
  }

  boolean isHere(SessionId session) {
    return loaded.isLoadedOrParked(session);
  }

  void tell(SessionId session, WriterMessage message) {
    messages.submit(session, message);
  }
}
