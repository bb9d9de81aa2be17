package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;

/// A session was to be created and is there already.
public final class SessionExists extends DroverException {
  public static final String CODE = "session_exists";
  private static final long serialVersionUID = 1L;

  public SessionExists(SessionId session) {
    super(
        new Problem(
            CODE,
            "The session exists",
            "session " + session + " exists already",
            "Resume it, or create one with another id."),
        null);
  }
}
