package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// The session already has a run in progress, and it allows one at a time. Nothing was added.
public final class SessionBusy extends DroverException {
  public static final String CODE = "session_busy";
  private static final long serialVersionUID = 1L;

  public SessionBusy(SessionId session, String detail) {
    super(
        new Problem(
            CODE,
            "A run is going",
            "session " + session + " is busy: " + detail,
            "Wait until the run is over, or cancel it."),
        null);
  }
}
