package dev.drover.spi.store;

import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import dev.drover.spi.PortException;

/// What was to be written contradicts what is kept: a run, or its key, that was used before; an
/// input that is not waiting; a session that does not exist. Nothing was written.
///
/// Not a matter of who was first, as an [AppendConflict] is: the same call would fail again.
public final class WriteRefused extends PortException {
  public static final String CODE = "write_refused";
  private static final long serialVersionUID = 1L;

  /// @param why what stands against it, as in `run r-7 was accepted before`
  public WriteRefused(SessionId session, String why) {
    super(
        new Problem(
            CODE,
            "This does not fit what is kept",
            "session %s: %s".formatted(session, why),
            "Read the session again and decide anew."),
        null);
  }
}
