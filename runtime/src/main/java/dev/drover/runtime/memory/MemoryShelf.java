package dev.drover.runtime.memory;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Naming;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Sweep;
import dev.drover.spi.store.Sweep.Holding;
import dev.drover.spi.store.Sweep.Standing;
import dev.drover.spi.store.WriteRefused;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Artifacts in memory. Any thread may call any method; the monitor of this object guards
/// everything in it.
final class MemoryShelf implements Shelf {
  private final Consumer<SessionId> requireSession;
  private final Runnable requireOpen;

  private final Map<BlobId, Content> contents = new HashMap<>();

  /// By name, in the order in which the session kept them first.
  private final Map<SessionId, Map<BlobId, Kept>> sessions = new HashMap<>();

  private final Map<Long, MemoryParcel> unfinished = new HashMap<>();
  private long ordinals;

  private record Content(long ordinal, Instant at, Pieces pieces) {}

  /// @param requireSession throws if there is no such session
  /// @param requireOpen throws if the store is closed
  MemoryShelf(Consumer<SessionId> requireSession, Runnable requireOpen) {
    this.requireSession = requireSession;
    this.requireOpen = requireOpen;
  }

  @Override
  public synchronized Parcel begin(SessionId session, Instant at) {
    requireOpen.run();
    var parcel = new MemoryParcel(session, at, ++ordinals);
    unfinished.put(parcel.ordinal, parcel);
    return parcel;
  }

  @Override
  public synchronized Optional<Kept> find(SessionId session, String name) {
    requireOpen.run();
    if (!Shelf.isName(name)) {
      return Optional.empty();
    }
    var found =
        keptBy(session).values().stream()
            .filter(kept -> kept.name().sha256().startsWith(name))
            .limit(2)
            .toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  @Override
  public synchronized Optional<Bytes> read(
      SessionId session, BlobId name, long offset, int length) {
    requireOpen.run();
    return Optional.ofNullable(keptBy(session).get(name))
        .map(kept -> contents.get(kept.name()))
        .map(content -> content.pieces().range(offset, length));
  }

  @Override
  public synchronized List<Kept> list(SessionId session, long after, int limit) {
    requireOpen.run();
    return keptBy(session).values().stream()
        .filter(kept -> kept.ordinal() > after)
        .limit(limit)
        .toList();
  }

  @Override
  public boolean pin(SessionId session, BlobId name) {
    return setPinned(session, name, true);
  }

  @Override
  public boolean unpin(SessionId session, BlobId name) {
    return setPinned(session, name, false);
  }

  private synchronized boolean setPinned(SessionId session, BlobId name, boolean pinned) {
    requireOpen.run();
    return keptBy(session)
            .computeIfPresent(
                name, (_, kept) -> new Kept(kept.ordinal(), name, kept.bytes(), kept.at(), pinned))
        != null;
  }

  @Override
  public synchronized Swept sweep(Sweep sweep) {
    requireOpen.run();
    if (contents.isEmpty() && unfinished.isEmpty()) {
      return new Swept(0, 0);
    }
    var all = Stream.concat(finishedOnes(), unfinishedOnes()).toList();
    var dropped = sweep.dropped(all);
    int artifacts = 0;
    for (var holding : dropped) {
      artifacts += holding.standing() == Standing.UNFINISHED ? 0 : 1;
      drop(holding.ordinal());
    }
    return new Swept(artifacts, Sweep.total(all) - Sweep.total(dropped));
  }

  private Stream<Holding> finishedOnes() {
    return contents.entrySet().stream()
        .map(
            entry ->
                new Holding(
                    entry.getValue().ordinal(),
                    entry.getValue().pieces().bytes(),
                    entry.getValue().at(),
                    isPinned(entry.getKey()) ? Standing.PINNED : Standing.LOOSE));
  }

  private Stream<Holding> unfinishedOnes() {
    return unfinished.values().stream()
        .map(
            parcel ->
                new Holding(parcel.ordinal, parcel.pieces.bytes(), parcel.at, Standing.UNFINISHED));
  }

  private boolean isPinned(BlobId name) {
    return sessions.values().stream()
        .map(keptHere -> keptHere.get(name))
        .anyMatch(kept -> kept != null && kept.pinned());
  }

  private void drop(long ordinal) {
    unfinished.remove(ordinal);
    contents
        .entrySet()
        .removeIf(
            entry -> {
              boolean goes = entry.getValue().ordinal() == ordinal;
              if (goes) {
                sessions.values().forEach(keptHere -> keptHere.remove(entry.getKey()));
              }
              return goes;
            });
  }

  /// The fork keeps what its source keeps.
  synchronized void share(SessionId source, SessionId fork) {
    var shared = new LinkedHashMap<BlobId, Kept>();
    for (var kept : keptBy(source).values()) {
      shared.put(kept.name(), new Kept(++ordinals, kept.name(), kept.bytes(), kept.at(), false));
    }
    if (!shared.isEmpty()) {
      sessions.put(fork, shared);
    }
  }

  /// The session is deleted: what only it kept goes.
  synchronized void forget(SessionId session) {
    var kept = sessions.remove(session);
    unfinished.values().removeIf(parcel -> parcel.session.equals(session));
    if (kept != null) {
      contents
          .keySet()
          .removeIf(
              name ->
                  kept.containsKey(name)
                      && sessions.values().stream().noneMatch(other -> other.containsKey(name)));
    }
  }

  synchronized void clear() {
    contents.clear();
    sessions.clear();
    unfinished.clear();
  }

  private Map<BlobId, Kept> keptBy(SessionId session) {
    return sessions.getOrDefault(session, new HashMap<>());
  }

  private synchronized void add(MemoryParcel parcel, Bytes piece) {
    requireUnswept(parcel);
    parcel.pieces.add(piece);
  }

  private synchronized Kept finish(MemoryParcel parcel, BlobId name) {
    requireUnswept(parcel);
    unfinished.remove(parcel.ordinal);
    var same = contents.get(name);
    contents.put(
        name,
        same == null
            ? new Content(parcel.ordinal, parcel.at, parcel.pieces)
            : new Content(same.ordinal(), parcel.at, same.pieces()));
    var before = keptBy(parcel.session).get(name);
    var kept = kept(parcel, name, before);
    sessions.computeIfAbsent(parcel.session, _ -> new LinkedHashMap<>()).put(name, kept);
    return kept;
  }

  private Kept kept(MemoryParcel parcel, BlobId name, @Nullable Kept before) {
    long bytes = parcel.pieces.bytes();
    return before == null
        ? new Kept(++ordinals, name, bytes, parcel.at, false)
        : new Kept(before.ordinal(), name, bytes, parcel.at, before.pinned());
  }

  private void requireUnswept(MemoryParcel parcel) {
    requireOpen.run();
    requireSession.accept(parcel.session);
    if (!unfinished.containsKey(parcel.ordinal)) {
      throw new WriteRefused(parcel.session, "an artifact was swept before it was finished");
    }
  }

  private synchronized void forget(MemoryParcel parcel) {
    unfinished.remove(parcel.ordinal);
  }

  private final class MemoryParcel implements Parcel {
    private final Naming naming = new Naming();
    private final Pieces pieces = new Pieces(new ArrayList<>());
    private final SessionId session;
    private final Instant at;
    private final long ordinal;

    MemoryParcel(SessionId session, Instant at, long ordinal) {
      this.session = session;
      this.at = at;
      this.ordinal = ordinal;
    }

    @Override
    public void add(Bytes piece) {
      Shelf.requirePiece(piece);
      naming.add(piece);
      MemoryShelf.this.add(this, piece);
    }

    @Override
    public Kept finish() {
      return MemoryShelf.this.finish(this, naming.name());
    }

    @Override
    public void close() {
      forget(this);
    }
  }
}
