package dev.drover.spi.store;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;

/// The session cannot be deleted because forks share its events. Nothing was changed.
public final class DeleteBlockedByForks extends PortException {
  public static final String CODE = "session_has_forks";
  private static final long serialVersionUID = 1L;

  public DeleteBlockedByForks(SessionId session) {
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
