package dev.drover.store.memory;

import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Catalog;
import dev.drover.spi.store.Catalog.RunRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The runs of one session. Guarded by the monitor of the session it belongs to.
final class MemoryRuns {
  /// Up to this number the list is scanned, the last one first, and no map is needed: few sessions
  /// have more, and usually the last run is searched for.
  private static final int FEW = 16;

  private final SessionId session;

  /// In the order of acceptance.
  private final List<MemoryRun> runs = new ArrayList<>();

  private Map<RunId, MemoryRun> byName = Map.of();
  private Map<RunKey, UsedKey> keys = Map.of();
  private @Nullable RunId running;

  /// A message with a key: the run that it started or was delivered to, and its digest.
  private record UsedKey(RunId run, String digest) {}

  MemoryRuns(SessionId session) {
    this.session = session;
  }

  @Nullable RunId running() {
    return running;
  }

  List<RunId> ids() {
    return runs.stream().map(MemoryRun::name).toList();
  }

  boolean isUsed(RunKey key) {
    return keys.containsKey(key);
  }

  void take(RunKey key, RunId run, String digest) {
    keys = keys.isEmpty() ? new HashMap<>() : keys;
    keys.put(key, new UsedKey(run, digest));
  }

  void accept(Catalog.Change.RunAccepted accepted, long ordinal) {
    add(new MemoryRun(ordinal, accepted));
    if (accepted.key() != null) {
      take(accepted.key(), accepted.run(), accepted.digest());
    }
    if (accepted.begins() == Catalog.Change.Begins.AT_ONCE) {
      running = accepted.run();
    }
  }

  private void add(MemoryRun run) {
    runs.add(run);
    if (runs.size() > FEW) {
      if (byName.isEmpty()) {
        byName = new HashMap<>();
        runs.forEach(each -> byName.put(each.name(), each));
      }
      byName.put(run.name(), run);
    }
  }

  private @Nullable MemoryRun named(RunId run) {
    if (!byName.isEmpty()) {
      return byName.get(run);
    }
    for (int i = runs.size() - 1; i >= 0; i--) {
      if (runs.get(i).name().equals(run)) {
        return runs.get(i);
      }
    }
    return null;
  }

  void begin(Catalog.Change.RunBegun begun) {
    var run = named(begun.run());
    if (run != null) {
      run.begin(begun);
    }
    running = begun.run();
  }

  void finish(Catalog.Change.RunFinished finished) {
    var run = named(finished.run());
    if (run == null || run.hasEnded()) {
      return;
    }
    run.end(finished);
    if (finished.run().equals(running)) {
      running = null;
    }
  }

  /// Finds the oldest event from one number on; returns the second number if there is none before
  /// it.
  interface Oldest {
    long from(long seq, long behind);
  }

  /// A run whose events are all gone begins after its end.
  void trimmed(Oldest oldest) {
    for (var run : runs) {
      if (run.hasEnded()) {
        run.beginsAt(oldest.from(run.firstSeq(), run.lastSeq() + 1));
      }
    }
  }

  List<RunRow> page(long after, int limit) {
    return runs.stream()
        .dropWhile(run -> run.ordinal() <= after)
        .filter(MemoryRun::hasEvents)
        .limit(limit)
        .map(run -> run.row(session))
        .toList();
  }

  Optional<RunRow> find(RunId run) {
    return Optional.ofNullable(named(run))
        .filter(MemoryRun::hasEvents)
        .map(kept -> kept.row(session));
  }

  Optional<RunRow> find(RunKey key) {
    var taken = keys.get(key);
    return taken == null
        ? Optional.empty()
        : Optional.ofNullable(named(taken.run())).map(run -> run.row(session, taken.digest()));
  }
}
