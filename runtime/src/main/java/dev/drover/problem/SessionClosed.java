package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// The session was closed, or is being closed; this handle accepts no more work.
public final class SessionClosed extends DroverException {
  public static final String CODE = "session_closed";
  private static final long serialVersionUID = 1L;

  public SessionClosed(SessionId session) {
    super(
        new Problem(
            CODE,
            "The session is closed",
            "session " + session + " is closed",
            "Open it again with resume."),
        null);
  }
}
