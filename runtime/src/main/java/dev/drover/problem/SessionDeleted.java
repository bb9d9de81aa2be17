package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// There was a session with this id, and it was deleted. The id is not used again.
public final class SessionDeleted extends DroverException {
  public static final String CODE = "session_deleted";
  private static final long serialVersionUID = 1L;

  public SessionDeleted(SessionId session) {
    super(
        new Problem(
            CODE,
            "The session was deleted",
            "session " + session + " was deleted, and its id is not used again",
            "Open a session with another id."),
        null);
  }
}
