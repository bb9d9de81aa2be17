package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// The conversation could not be summarized and is unchanged.
public final class CompactionFailed extends DroverException {
  public static final String DENIED = "compaction_denied";
  private static final long serialVersionUID = 1L;

  /// @param problem of the model that was to summarize
  public CompactionFailed(Problem problem) {
    super(problem, null);
  }

  /// A hook of the host denied it. The journal records that.
  public CompactionFailed(SessionId session, String hook, String reason) {
    this(
        new Problem(
            DENIED,
            "A hook denied the compaction",
            "hook %s does not let session %s be summed up: %s".formatted(hook, session, reason),
            "Do as the reason says, or ask whoever runs the hook."));
  }
}
