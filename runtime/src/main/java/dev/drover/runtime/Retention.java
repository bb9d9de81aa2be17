package dev.drover.runtime;

import dev.drover.runtime.retention.RetentionPlan;

/// How much of a session's past is kept. What is over a limit is dropped, the oldest finished runs
/// first; a run that is going is never touched, and the numbering of events goes on where it was.
///
/// @param maxRuns runs that are kept, the one that is going included
/// @param maxEventsPerRun events that are kept of a finished run, its last ones
/// @param maxBytes bytes that the events of all runs may take together
public record Retention(int maxRuns, int maxEventsPerRun, long maxBytes) {
  /// Everything is kept.
  public static final Retention NONE =
      new Retention(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);

  public Retention {
    if (maxRuns < 1) {
      throw new IllegalArgumentException("maxRuns: at least 1, not " + maxRuns);
    }
    if (maxEventsPerRun < 1) {
      throw new IllegalArgumentException("maxEventsPerRun: at least 1, not " + maxEventsPerRun);
    }
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes: at least 1, not " + maxBytes);
    }
  }

  RetentionPlan plan() {
    return new RetentionPlan(maxRuns, maxEventsPerRun, maxBytes);
  }
}
