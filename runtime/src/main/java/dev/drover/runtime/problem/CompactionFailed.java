package dev.drover.runtime.problem;

import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;

/// The conversation was to be summed up, and is as it was.
public final class CompactionFailed extends DroverException {
  public static final String DENIED = "compaction_denied";
  private static final long serialVersionUID = 1L;

  /// @param problem of whoever was to sum it up
  public CompactionFailed(Problem problem) {
    super(problem, null);
  }

  /// A hook of the host does not allow it. The journal says so.
  public CompactionFailed(SessionId session, String hook, String reason) {
    this(
        new Problem(
            DENIED,
            "A hook denied the compaction",
            "hook %s does not let session %s be summed up: %s".formatted(hook, session, reason),
            "Do as the reason says, or ask whoever runs the hook."));
  }
}
