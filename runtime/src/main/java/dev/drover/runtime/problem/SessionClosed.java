package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;

/// The session was closed, or is being closed; it takes no more work through this handle.
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
