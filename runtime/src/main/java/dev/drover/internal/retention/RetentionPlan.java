package dev.drover.internal.retention;

import dev.drover.spi.store.Journal.EventRange;
import java.util.ArrayList;
import java.util.List;

/// Decides which events of a session to drop so that its limits hold.
///
/// Whole runs are dropped first, starting with the oldest finished one, until the number of runs
/// and their bytes are within the limits. A finished run that stays loses its oldest events beyond
/// the maximum; its last ones stay, including the one that finished it. A live run loses nothing:
/// if only live runs are left, a limit may still be exceeded. Events that belong to no run are
/// never dropped.
///
/// Bytes are counted before the maximum number of events is applied, because the size of a single
/// event is not known here. A plan may therefore drop a run that the maximum alone would have made
/// small enough.
public record RetentionPlan(int maxRuns, int maxEventsPerRun, long maxBytes) {
  /// Everything stays.
  public static final RetentionPlan KEEP_ALL =
      new RetentionPlan(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);

  public boolean keepsAll() {
    return equals(KEEP_ALL);
  }

  public boolean limitsBytes() {
    return maxBytes < Long.MAX_VALUE;
  }

  /// @param runs of one session, oldest first, as they are in the journal now
  /// @return the ranges to drop, in order; adjacent ranges are joined
  public List<EventRange> dropped(List<RunExtent> runs) {
    checkOrder(runs);
    long count = runs.size();
    long bytes = total(runs);
    var dropped = new ArrayList<EventRange>();
    for (var run : runs) {
      if (!run.isFinished()) {
        continue;
      }
      if (count > maxRuns || bytes > maxBytes) {
        count--;
        bytes -= run.bytes();
        add(dropped, new EventRange(run.firstSeq(), run.lastSeq()));
      } else if (run.events() > maxEventsPerRun) {
        add(dropped, new EventRange(run.firstSeq(), run.lastSeq() - maxEventsPerRun));
      }
    }
    return List.copyOf(dropped);
  }

  private static long total(List<RunExtent> runs) {
    long bytes = 0;
    for (var run : runs) {
      bytes = Math.addExact(bytes, run.bytes());
    }
    return bytes;
  }

  private static void add(List<EventRange> dropped, EventRange next) {
    if (!dropped.isEmpty() && dropped.getLast().to() + 1 == next.from()) {
      dropped.set(dropped.size() - 1, new EventRange(dropped.getLast().from(), next.to()));
    } else {
      dropped.add(next);
    }
  }

  private static void checkOrder(List<RunExtent> runs) {
    for (int i = 1; i < runs.size(); i++) {
      if (runs.get(i).firstSeq() <= runs.get(i - 1).lastSeq()) {
        throw new IllegalArgumentException(
            "run %s begins at event %d, before run %s ends at %d"
                .formatted(
                    runs.get(i).run(),
                    runs.get(i).firstSeq(),
                    runs.get(i - 1).run(),
                    runs.get(i - 1).lastSeq()));
      }
    }
  }
}
