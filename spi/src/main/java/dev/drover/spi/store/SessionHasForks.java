package dev.drover.spi.store;

import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import dev.drover.spi.PortException;

/// The session was to be deleted, and forks share its events. Nothing was changed.
public final class SessionHasForks extends PortException {
  public static final String CODE = "session_has_forks";
  private static final long serialVersionUID = 1L;

  public SessionHasForks(SessionId session) {
    super(problem(session), null);
  }

  public static Problem problem(SessionId session) {
    return new Problem(
        CODE,
        "The session has forks",
        "session %s was forked, and its forks share its events".formatted(session),
        "Delete its forks first.");
  }
}
