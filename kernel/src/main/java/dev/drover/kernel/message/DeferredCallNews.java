package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import java.time.Duration;

/// The state of a deferred call, as its tool found it.
public sealed interface DeferredCallNews {
  record Ended(ToolOutcome outcome) implements DeferredCallNews {
    public Ended {
      NullChecks.nonNull(outcome, "Ended.outcome");
    }
  }

  /// @param progress for people; may be empty
  /// @param next the time until the tool is asked again
  record StillWorking(String progress, Duration next) implements DeferredCallNews {
    public StillWorking {
      NullChecks.nonNull(progress, "StillWorking.progress");
      NullChecks.nonNull(next, "StillWorking.next");
      if (!next.isPositive()) {
        throw new IllegalArgumentException("StillWorking.next: must be positive, not " + next);
      }
      next = WaitLimit.cap(next);
    }
  }

  /// The other side knows nothing of the call. Its outcome is unknown.
  record Gone(String why) implements DeferredCallNews {
    public Gone {
      NullChecks.nonNull(why, "Gone.why");
    }
  }
}
