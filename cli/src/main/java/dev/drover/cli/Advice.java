package dev.drover.cli;

import dev.drover.kernel.Problem;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.runtime.problem.SessionNotFound;
import java.util.Map;

/// Says what somebody at a command line can do about problems whose remedy is for those who write
/// programs. What happened, and its code, stay as they are.
final class Advice {
  private static final Map<String, String> REMEDIES =
      Map.of(
          SessionNotFound.CODE,
          "List the sessions there are with 'drover sessions'.",
          RunNotFound.CODE,
          "List the runs of a session with 'drover runs SESSION'; old ones may have been trimmed.",
          CursorInvalid.CODE,
          "List the events there are with 'drover events SESSION'.");

  private Advice() {}

  static Problem on(Problem problem) {
    var remedy = REMEDIES.getOrDefault(problem.code(), problem.remedy());
    return new Problem(problem.code(), problem.title(), problem.detail(), remedy);
  }
}
