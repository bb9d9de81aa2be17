package dev.drover.spi.store;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;

/// The session was deleted, and its id is never used again. Nothing was written.
public final class AppendToDeletedSession extends PortException {
  public static final String CODE = "session_deleted";
  private static final long serialVersionUID = 1L;

  public AppendToDeletedSession(SessionId session) {
    super(
        new Problem(
            CODE,
            "The session was deleted",
            "session %s was deleted, and its id is not used again".formatted(session),
            "Open a session with another id."),
        null);
  }
}
