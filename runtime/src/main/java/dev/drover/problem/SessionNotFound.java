package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// There is no session with this id. Nothing was created.
public final class SessionNotFound extends DroverException {
  public static final String CODE = "session_not_found";
  private static final long serialVersionUID = 1L;

  public SessionNotFound(SessionId session) {
    super(
        new Problem(
            CODE,
            "No such session",
            "no session " + session + " is in this store",
            "List the sessions there are, or open it without demanding that it exists."),
        null);
  }
}
