package dev.drover.testkit.sim;

import dev.drover.codec.StateCodec;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Journal;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/// A trim drops the oldest ended runs, and never an active one (A8); the snapshot that replaces
/// them is the fold of all events ever written (A3).
final class TrimAudit implements LawCheck {
  private final StateCodec states = new StateCodec();
  private final int runsKept;
  private final LawViolations violations;
  private final Map<SessionId, Past> sessions = new HashMap<>();
  private final Map<SessionId, SessionId> sources = new HashMap<>();

  /// @param extents of the runs, in the order in which they began
  /// @param dropped the ranges that were to be dropped
  /// @param gone the part of them that was dropped, because no fork shares it
  private record Past(
      List<RecordedEvent> all, Map<RunId, Extent> extents, Set<Long> dropped, Set<Long> gone) {
    Past(List<RecordedEvent> before) {
      this(new ArrayList<>(before), new LinkedHashMap<>(), new HashSet<>(), new HashSet<>());
    }

    private static void add(Set<Long> numbers, List<EventRange> stretches) {
      for (var stretch : stretches) {
        LongStream.rangeClosed(stretch.from(), stretch.to()).forEach(numbers::add);
      }
    }
  }

  private static final class Extent {
    private final long first;
    private long last = Long.MAX_VALUE;

    Extent(long first) {
      this.first = first;
    }

    boolean isOver() {
      return last < Long.MAX_VALUE;
    }
  }

  /// @param runsKept of each session
  TrimAudit(int runsKept, LawViolations violations) {
    this.runsKept = runsKept;
    this.violations = violations;
  }

  @Override
  public void appended(Journal.Append append, List<RecordedEvent> events) {
    append.fork().ifPresent(fork -> sources.put(append.session(), fork.source()));
    var past = sessions.computeIfAbsent(append.session(), _ -> new Past(before(append)));
    for (var entry : events) {
      past.all().add(entry);
      switch (entry.event()) {
        case Event.RunAccepted(var run, _, _) -> past.extents().put(run, new Extent(entry.seq()));
        case Event.RunFinished(var run, _, _) -> {
          var extent = past.extents().get(run);
          if (extent != null) {
            extent.last = entry.seq();
          }
        }
        case Event.OfSession _, Event.OfRun _ -> {}
      }
    }
  }

  /// The events that a fork shares with its source.
  private List<RecordedEvent> before(Journal.Append append) {
    return append
        .fork()
        .map(fork -> sessions.get(fork.source()))
        .map(source -> source.all().subList(0, (int) append.after()))
        .orElse(List.of());
  }

  @Override
  public void trimmed(
      SessionId session, Snapshot snapshot, List<EventRange> dropped, List<EventRange> gone) {
    var past = sessions.get(session);
    if (past == null) {
      violations.add("A8", "%s is trimmed and was never written".formatted(session));
      return;
    }
    Past.add(past.dropped(), dropped);
    Past.add(past.gone(), gone);
    requireOldest(session, past);
    requireFold(session, past, snapshot);
  }

  private void requireOldest(SessionId session, Past past) {
    boolean isKeptSoFar = false;
    int kept = 0;
    for (var run : past.extents().entrySet()) {
      var extent = run.getValue();
      boolean isGone = extent.isOver() && past.dropped().contains(extent.last);
      boolean isHurt = past.dropped().stream().anyMatch(seq -> seq >= extent.first);
      violations.require(
          extent.isOver() || !isHurt,
          "A8",
          "run %s of %s is going, and cut",
          run.getKey(),
          session);
      violations.require(
          !isGone || !isKeptSoFar, "A8", "run %s of %s goes before older ones", run, session);
      isKeptSoFar |= extent.isOver() && !isGone;
      kept += isGone ? 0 : 1;
    }
    // Events that a fork shares are kept for it.
    int wanted = Math.min(runsKept, past.extents().size());
    violations.require(
        sources.containsValue(session) ? kept >= wanted : kept == wanted,
        "A8",
        "of the runs of %s %d are kept, and not %d",
        session,
        kept,
        runsKept);
  }

  private void requireFold(SessionId session, Past past, Snapshot snapshot) {
    var state = SessionState.NEW;
    for (var entry : past.all().subList(0, (int) snapshot.seq())) {
      state = state.after(entry);
    }
    violations.require(
        Bytes.of(states.encode(state)).equals(snapshot.state()),
        "A3",
        "what is saved of %s is not the fold of its first %d events",
        session,
        snapshot.seq());
  }

  /// Whether that event may have been dropped.
  boolean isDropped(SessionId session, long seq) {
    var past = sessions.get(session);
    return past != null && past.gone().contains(seq);
  }
}
