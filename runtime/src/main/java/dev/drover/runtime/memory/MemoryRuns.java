package dev.drover.runtime.memory;

import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Catalog.RunEnd;
import dev.drover.spi.store.Catalog.RunRow;
import dev.drover.spi.store.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The runs of one session. Guarded by the monitor of the session it belongs to.
final class MemoryRuns {
  private final SessionId session;

  /// In the order of acceptance; the ordinal of a row is its place, counted from 1.
  private final List<RunRow> runs = new ArrayList<>();

  private final Map<RunId, Integer> places = new HashMap<>();
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

  Set<RunId> ids() {
    return places.keySet();
  }

  boolean isUsed(RunKey key) {
    return keys.containsKey(key);
  }

  void take(RunKey key, RunId run, String digest) {
    keys = keys.isEmpty() ? new HashMap<>() : keys;
    keys.put(key, new Taken(run, digest));
  }

  void accept(Change.RunAccepted accepted) {
    places.put(accepted.run(), runs.size());
    runs.add(
        new RunRow(
            runs.size() + 1,
            accepted.run(),
            session,
            accepted.seq(),
            accepted.at(),
            accepted.title(),
            accepted.digest(),
            null));
    if (accepted.key() != null) {
      take(accepted.key(), accepted.run(), accepted.digest());
    }
    if (accepted.begins() == Change.Begins.AT_ONCE) {
      running = accepted.run();
    }
  }

  void begin(Change.RunBegun begun) {
    var place = places.get(begun.run());
    if (place != null) {
      var row = runs.get(place);
      runs.set(
          place,
          new RunRow(
              row.ordinal(),
              row.run(),
              row.session(),
              begun.seq(),
              begun.at(),
              row.title(),
              row.digest(),
              row.end()));
    }
    running = begun.run();
  }

  void finish(Change.RunFinished finished) {
    var place = places.get(finished.run());
    if (place == null || runs.get(place).end() != null) {
      return;
    }
    var row = runs.get(place);
    var end = new RunEnd(finished.seq(), finished.at(), finished.status());
    runs.set(place, with(row, row.firstSeq(), end));
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
    runs.replaceAll(
        row -> {
          var end = row.end();
          if (end == null) {
            return row;
          }
          long first = oldest.from(row.firstSeq(), end.lastSeq() + 1);
          return first == row.firstSeq() ? row : with(row, first, end);
        });
  }

  private static boolean hasEvents(RunRow row) {
    return row.end() == null || row.firstSeq() <= row.end().lastSeq();
  }

  private static RunRow with(RunRow row, long firstSeq, RunEnd end) {
    return new RunRow(
        row.ordinal(),
        row.run(),
        row.session(),
        firstSeq,
        row.acceptedAt(),
        row.title(),
        row.digest(),
        end);
  }

  private static RunRow with(RunRow row, String digest) {
    return new RunRow(
        row.ordinal(),
        row.run(),
        row.session(),
        row.firstSeq(),
        row.acceptedAt(),
        row.title(),
        digest,
        row.end());
  }

  List<RunRow> page(long after, int limit) {
    int from = (int) Math.min(after, runs.size());
    return runs.subList(from, runs.size()).stream()
        .filter(MemoryRuns::hasEvents)
        .limit(limit)
        .toList();
  }

  Optional<RunRow> find(RunId run) {
    return Optional.ofNullable(places.get(run)).map(runs::get).filter(MemoryRuns::hasEvents);
  }

  Optional<RunRow> find(RunKey key) {
    var taken = keys.get(key);
    return Optional.ofNullable(taken == null ? null : places.get(taken.run()))
        .map(runs::get)
        .map(row -> with(row, Objects.requireNonNull(taken).digest()));
  }
}
