package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;

/// A session was to be resumed and is not there. Nothing was created.
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
