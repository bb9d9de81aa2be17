package dev.drover.session;

/// How many runs and events of a session are kept. If a limit is exceeded, the oldest finished runs
/// are dropped first. A run in progress is never trimmed, and the numbering of events continues.
///
/// @param maxRuns runs that are kept, including the run in progress
/// @param maxEventsPerRun how many of the last events of a finished run are kept
/// @param maxBytes the total size of the events of all runs
public record RunRetention(int maxRuns, int maxEventsPerRun, long maxBytes) {
  /// Everything is kept.
  public static final RunRetention NONE =
      new RunRetention(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);

  public RunRetention {
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
}
