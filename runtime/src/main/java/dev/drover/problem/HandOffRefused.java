package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// The conversation cannot be handed off.
public final class HandOffRefused extends DroverException {
  public static final String CODE = "hand_off_refused";
  private static final long serialVersionUID = 1L;

  public HandOffRefused(SessionId session, String why) {
    super(
        new Problem(
            CODE,
            "The conversation cannot be handed on",
            "session %s: %s".formatted(session, why),
            "Go on in the session where the conversation is, or fork it."),
        null);
  }
}
