package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// A session with this id already exists.
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
