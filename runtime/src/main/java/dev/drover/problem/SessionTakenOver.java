package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// Another process appended to the session first. This process has stopped driving the session, and
/// nothing was lost.
public final class SessionTakenOver extends DroverException {
  public static final String CODE = "session_taken_over";
  private static final long serialVersionUID = 1L;

  public SessionTakenOver(SessionId session) {
    super(
        new Problem(
            CODE,
            "Another process took over",
            "another process has written to session " + session + " and drives it now",
            "Watch its events, or open it again."),
        null);
  }
}
