package dev.drover.runtime.memory;

import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The runs of one session. Guarded by the monitor of the session it belongs to.
final class MemoryRuns {
  /// Up to so many are looked through, the last one first, and need no map beside the list: few
  /// sessions have more, and mostly the last run is meant.
  private static final int FEW = 16;

  private final SessionId session;

  /// In the order of acceptance.
  private final List<KeptRun> runs = new ArrayList<>();

  private Map<RunId, KeptRun> byName = Map.of();
  private Map<RunKey, Taken> keys = Map.of();
  private @Nullable RunId running;

  /// A message with a key: which run it began or went into, and what it was.
  private record Taken(RunId run, String digest) {}

  MemoryRuns(SessionId session) {
    this.session = session;
  }

  @Nullable RunId running() {
    return running;
  }

  List<RunId> ids() {
    return runs.stream().map(KeptRun::name).toList();
  }

  boolean isUsed(RunKey key) {
    return keys.containsKey(key);
  }

  void take(RunKey key, RunId run, String digest) {
    keys = keys.isEmpty() ? new HashMap<>() : keys;
    keys.put(key, new Taken(run, digest));
  }

  void accept(Change.RunAccepted accepted) {
    add(new KeptRun(runs.size() + 1, accepted));
    if (accepted.key() != null) {
      take(accepted.key(), accepted.run(), accepted.digest());
    }
    if (accepted.begins() == Change.Begins.AT_ONCE) {
      running = accepted.run();
    }
  }

  private void add(KeptRun run) {
    runs.add(run);
    if (runs.size() > FEW) {
      if (byName.isEmpty()) {
        byName = new HashMap<>();
        runs.forEach(each -> byName.put(each.name(), each));
      }
      byName.put(run.name(), run);
    }
  }

  private @Nullable KeptRun named(RunId run) {
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

  void begin(Change.RunBegun begun) {
    var run = named(begun.run());
    if (run != null) {
      run.begin(begun);
    }
    running = begun.run();
  }

  void finish(Change.RunFinished finished) {
    var run = named(finished.run());
    if (run == null || run.hasEnded()) {
      return;
    }
    run.end(finished);
    if (finished.run().equals(running)) {
      running = null;
    }
  }

  /// Where the oldest event is from one number on; the second number if there is none before it.
  interface Oldest {
    long from(long seq, long behind);
  }

  /// A run of which nothing is left begins behind its end.
  void trimmed(Oldest oldest) {
    for (var run : runs) {
      if (run.hasEnded()) {
        run.beginsAt(oldest.from(run.firstSeq(), run.lastSeq() + 1));
      }
    }
  }

  List<RunRow> page(long after, int limit) {
    int from = (int) Math.min(after, runs.size());
    return runs.subList(from, runs.size()).stream()
        .filter(KeptRun::hasEvents)
        .limit(limit)
        .map(run -> run.row(session))
        .toList();
  }

  Optional<RunRow> find(RunId run) {
    return Optional.ofNullable(named(run))
        .filter(KeptRun::hasEvents)
        .map(kept -> kept.row(session));
  }

  Optional<RunRow> find(RunKey key) {
    var taken = keys.get(key);
    return taken == null
        ? Optional.empty()
        : Optional.ofNullable(named(taken.run())).map(run -> run.row(session, taken.digest()));
  }
}
