package dev.drover.spi.store;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.PortException;

/// The write contradicts the stored data: a run, or its key, that was used before; an input that is
/// not waiting; a session that does not exist. Nothing was written.
///
/// Unlike an [AppendConflict], this does not depend on a race: the same call would fail again.
public final class WriteRefused extends PortException {
  public static final String CODE = "write_refused";
  private static final long serialVersionUID = 1L;

  /// @param why the contradiction, as in `run r-7 was accepted before`
  public WriteRefused(SessionId session, String why) {
    super(
        new Problem(
            CODE,
            "The write contradicts the stored data",
            "session %s: %s".formatted(session, why),
            "Read the session again before you decide what to write."),
        null);
  }
}
