package dev.drover.spi.store;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;

/// Another writer appended first. Nothing was written.
public final class AppendConflict extends PortException {
  public static final String CODE = "session_taken_over";
  private static final long serialVersionUID = 1L;

  public AppendConflict(SessionId session, long expected, long actual) {
    super(
        new Problem(
            CODE,
            "Another writer is at work",
            "session %s was expected to end at event %d and ends at %d"
                .formatted(session, expected, actual),
            "This process has stopped driving it; watch its events, or try again."),
        null);
  }
}
