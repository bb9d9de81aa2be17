package dev.drover.cli.environment;

import dev.drover.kernel.value.Problem;
import dev.drover.problem.DroverException;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.problem.SessionUnavailable.SessionUnreadable;
import java.util.Map;

/// Replaces remedies addressed to programmers with remedies for the command line. The code and the
/// detail stay as they are.
public final class CliRemedies {
  private static final Map<String, String> REMEDIES =
      Map.of(
          SessionNotFound.CODE,
          "List the sessions there are with 'drover sessions'.",
          RunNotFound.CODE,
          "List the runs of a session with 'drover runs SESSION'; old ones may have been trimmed.",
          CursorInvalid.CODE,
          "List the events there are with 'drover events SESSION'.");

  private CliRemedies() {}

  public static Problem on(DroverException failed) {
    var problem = failed.problem();
    var remedy =
        failed instanceof SessionUnreadable unreadable
            ? repair(unreadable)
            : REMEDIES.getOrDefault(problem.code(), problem.remedy());
    return new Problem(problem.code(), problem.title(), problem.detail(), remedy);
  }

  private static String repair(SessionUnreadable found) {
    var session = found.session();
    long seq = found.seq();
    var before =
        seq > 1 ? "'drover export %s' prints events 1 to %d, ".formatted(session, seq - 1) : "";
    var kept =
        "%s'drover events %s --after %d' what comes after it.".formatted(before, session, seq);
    return switch (found.reason()) {
      case NEWER -> "Update drover: a later version has written to this store. Until then: " + kept;
      case DAMAGED ->
          "To go on with this session, restore the store from a copy; the other sessions are not"
              + " affected. Still readable: "
              + kept;
    };
  }
}
