package dev.drover.internal.retention;

import dev.drover.codec.StateCodec;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Trims what retention does not keep, when a run has ended. The fold is saved first and in the
/// same write, so the session loses only the events of old runs.
public final class JournalTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(JournalTrimmer.class);
  private static final int PAGE = 1_000;

  private final StateCodec states = new StateCodec();
  private final Journal journal;
  private final Catalog catalog;
  private final RetentionPlan plan;

  public JournalTrimmer(Store store, RetentionPlan plan) {
    this.journal = store.journal();
    this.catalog = store.catalog();
    this.plan = plan;
  }

  /// Does nothing while a direct call is open: the end of the next run tries again.
  ///
  /// @param state of a session without a run in progress
  public void trim(SessionId session, SessionState state) {
    if (plan.keepsAll() || !state.direct().isEmpty()) {
      return;
    }
    try {
      var dropped = plan.dropped(extents(session));
      if (!dropped.isEmpty()) {
        var fold = Bytes.of(states.encode(state));
        journal.trim(session, new Journal.Snapshot(state.position().seq(), fold), dropped);
      }
    } catch (PortException broken) {
      // Keeping too much does no harm; the end of the next run tries again.
      LOG.warn("cannot trim session {}: {}", session, broken.problem());
    }
  }

  private List<RunExtent> extents(SessionId session) {
    var extents = new ArrayList<RunExtent>();
    List<Catalog.RunRow> page = catalog.runs(session, 0, PAGE);
    while (!page.isEmpty()) {
      for (var row : page) {
        var extent = extent(session, row);
        // A run that was withdrawn during another run is trimmed with that run.
        if (extents.isEmpty() || extent.firstSeq() > extents.getLast().lastSeq()) {
          extents.add(extent);
        }
      }
      page = catalog.runs(session, page.getLast().ordinal(), PAGE);
    }
    return extents;
  }

  private RunExtent extent(SessionId session, Catalog.RunRow row) {
    var end = row.end();
    if (end == null) {
      return new RunExtent(row.run(), row.firstSeq(), Long.MAX_VALUE, 0, RunExtent.Standing.LIVE);
    }
    long bytes = plan.limitsBytes() ? bytes(session, row.firstSeq(), end.lastSeq()) : 0;
    return new RunExtent(
        row.run(), row.firstSeq(), end.lastSeq(), bytes, RunExtent.Standing.FINISHED);
  }

  private long bytes(SessionId session, long first, long last) {
    int count = Math.toIntExact(last - first + 1);
    return journal
        .read(session, first - 1, count)
        .map(slice -> slice.entries().stream().filter(entry -> entry.seq() <= last))
        .map(entries -> entries.map(Journal.Entry::bytes).mapToLong(Bytes::length).sum())
        .orElse(0L);
  }
}
