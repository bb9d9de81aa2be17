package dev.drover.internal.retention;

import dev.drover.kernel.value.RunId;

/// The events of one run that are still in the journal, and their size.
///
/// @param firstSeq number of its oldest event that is still stored
/// @param lastSeq number of its newest event; of a finished run, the one that finished it
/// @param bytes of all these events together
public record RunExtent(RunId run, long firstSeq, long lastSeq, long bytes, Standing standing) {
  public RunExtent {
    if (firstSeq < 1 || lastSeq < firstSeq) {
      throw new IllegalArgumentException(
          "run %s: not an extent: %d to %d".formatted(run, firstSeq, lastSeq));
    }
    if (bytes < 0) {
      throw new IllegalArgumentException("run %s: bytes: not negative: %d".formatted(run, bytes));
    }
  }

  /// Whether the run can still append events.
  public enum Standing {
    LIVE,
    FINISHED
  }

  boolean isFinished() {
    return standing == Standing.FINISHED;
  }

  long events() {
    return lastSeq - firstSeq + 1;
  }
}
