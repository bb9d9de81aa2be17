package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.check.WaitLimit;
import java.time.Duration;
import java.time.Instant;

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

  /// When a tool is asked for news of a call that it deferred.
  ///
  /// @param handle the tool's name for the work elsewhere
  record DeferredLook(String handle, Instant at) {
    public DeferredLook {
      NullChecks.nonNull(handle, "DeferredLook.handle");
      NullChecks.nonNull(at, "DeferredLook.at");
    }
  }
}
