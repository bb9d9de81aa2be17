package dev.drover.runtime.retention;

import dev.drover.spi.store.Journal.Stretch;
import java.util.ArrayList;
import java.util.List;

/// Says which events of a session to drop so that its limits hold.
///
/// Whole runs go first, the oldest finished one before the next, until the number of runs and their
/// bytes are within the limits. Of a finished run that stays, the oldest events beyond the cap go,
/// and its last ones stay, the one that finished it among them. A live run loses nothing: if only
/// live runs are left, a limit may still be passed. What belongs to no run is never dropped.
///
/// Bytes are counted before the cap on events is applied: how large a single event is, nobody knows
/// here. A plan may therefore drop a run that the cap alone would have made small enough.
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
  /// @return what to drop, in order; stretches that touch are one
  public List<Stretch> dropped(List<RunExtent> runs) {
    checkOrder(runs);
    long count = runs.size();
    long bytes = total(runs);
    var dropped = new ArrayList<Stretch>();
    for (var run : runs) {
      if (!run.isFinished()) {
        continue;
      }
      if (count > maxRuns || bytes > maxBytes) {
        count--;
        bytes -= run.bytes();
        add(dropped, new Stretch(run.firstSeq(), run.lastSeq()));
      } else if (run.events() > maxEventsPerRun) {
        add(dropped, new Stretch(run.firstSeq(), run.lastSeq() - maxEventsPerRun));
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

  private static void add(List<Stretch> dropped, Stretch next) {
    if (!dropped.isEmpty() && dropped.getLast().to() + 1 == next.from()) {
      dropped.set(dropped.size() - 1, new Stretch(dropped.getLast().from(), next.to()));
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
