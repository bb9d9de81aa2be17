package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import java.util.List;
import java.util.stream.Collectors;

/// A session was to be deleted, and its forks share its events.
public final class SessionHasForks extends DroverException {
  public static final String CODE = dev.drover.spi.store.SessionHasForks.CODE;
  private static final long serialVersionUID = 1L;

  /// @param forks at least one
  public SessionHasForks(SessionId session, List<SessionId> forks) {
    super(
        new Problem(
            CODE,
            "The session has forks",
            "session %s was forked, and its forks share its events: %s"
                .formatted(
                    session,
                    forks.stream().map(SessionId::value).collect(Collectors.joining(", "))),
            "Delete its forks first."),
        null);
  }
}
