package dev.drover.store.memory;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.Sweep.ContentStatus;
import dev.drover.spi.store.ArtifactStore.Sweep.StoredContent;
import dev.drover.spi.store.Blobs.BlobHasher;
import dev.drover.spi.store.WriteRefused.ContradictoryWrite;
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
final class MemoryArtifactStore implements ArtifactStore {
  private final Consumer<SessionId> requireSession;
  private final Runnable requireOpen;

  private final Map<BlobId, Content> contents = new HashMap<>();

  /// By name, in the order in which the session first stored them.
  private final Map<SessionId, Map<BlobId, ArtifactRow>> sessions = new HashMap<>();

  private final Map<Long, MemoryUpload> unfinished = new HashMap<>();
  private long ordinals;

  private record Content(long ordinal, Instant at, ArtifactPieces pieces) {}

  /// @param requireSession throws if there is no such session
  /// @param requireOpen throws if the store is closed
  MemoryArtifactStore(Consumer<SessionId> requireSession, Runnable requireOpen) {
    this.requireSession = requireSession;
    this.requireOpen = requireOpen;
  }

  @Override
  public synchronized Upload startUpload(SessionId session, Instant at) {
    requireOpen.run();
    var upload = new MemoryUpload(session, at, ++ordinals);
    unfinished.put(upload.ordinal, upload);
    return upload;
  }

  @Override
  public synchronized Optional<ArtifactRow> find(SessionId session, String name) {
    requireOpen.run();
    if (!ArtifactStore.isName(name)) {
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
  public synchronized List<ArtifactRow> list(SessionId session, long after, int limit) {
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
                name,
                (_, kept) -> new ArtifactRow(kept.ordinal(), name, kept.bytes(), kept.at(), pinned))
        != null;
  }

  @Override
  public synchronized SweepResult sweep(ArtifactStore.Sweep sweep) {
    requireOpen.run();
    if (contents.isEmpty() && unfinished.isEmpty()) {
      return new SweepResult(0, 0);
    }
    var all = Stream.concat(finishedOnes(), unfinishedOnes()).toList();
    var dropped = sweep.dropped(all);
    int artifacts = 0;
    for (var holding : dropped) {
      artifacts += holding.standing() == ContentStatus.UNFINISHED ? 0 : 1;
      drop(holding.ordinal());
    }
    return new SweepResult(
        artifacts, ArtifactStore.Sweep.total(all) - ArtifactStore.Sweep.total(dropped));
  }

  private Stream<StoredContent> finishedOnes() {
    return contents.entrySet().stream()
        .map(
            entry ->
                new StoredContent(
                    entry.getValue().ordinal(),
                    entry.getValue().pieces().bytes(),
                    entry.getValue().at(),
                    isPinned(entry.getKey()) ? ContentStatus.PINNED : ContentStatus.LOOSE));
  }

  private Stream<StoredContent> unfinishedOnes() {
    return unfinished.values().stream()
        .map(
            upload ->
                new StoredContent(
                    upload.ordinal, upload.pieces.bytes(), upload.at, ContentStatus.UNFINISHED));
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

  /// The fork has the artifacts of its source.
  synchronized void share(SessionId source, SessionId fork) {
    var shared = new LinkedHashMap<BlobId, ArtifactRow>();
    for (var kept : keptBy(source).values()) {
      shared.put(
          kept.name(), new ArtifactRow(++ordinals, kept.name(), kept.bytes(), kept.at(), false));
    }
    if (!shared.isEmpty()) {
      sessions.put(fork, shared);
    }
  }

  /// The session is deleted: its artifacts that no other session has are dropped.
  synchronized void forget(SessionId session) {
    var kept = sessions.remove(session);
    unfinished.values().removeIf(upload -> upload.session.equals(session));
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

  private Map<BlobId, ArtifactRow> keptBy(SessionId session) {
    return sessions.getOrDefault(session, new HashMap<>());
  }

  private synchronized void add(MemoryUpload upload, Bytes piece) {
    requireUnswept(upload);
    upload.pieces.add(piece);
  }

  private synchronized ArtifactRow finish(MemoryUpload upload, BlobId name) {
    requireUnswept(upload);
    unfinished.remove(upload.ordinal);
    var same = contents.get(name);
    contents.put(
        name,
        same == null
            ? new Content(upload.ordinal, upload.at, upload.pieces)
            : new Content(same.ordinal(), upload.at, same.pieces()));
    var before = keptBy(upload.session).get(name);
    var kept = kept(upload, name, before);
    sessions.computeIfAbsent(upload.session, _ -> new LinkedHashMap<>()).put(name, kept);
    return kept;
  }

  private ArtifactRow kept(MemoryUpload upload, BlobId name, @Nullable ArtifactRow before) {
    long bytes = upload.pieces.bytes();
    return before == null
        ? new ArtifactRow(++ordinals, name, bytes, upload.at, false)
        : new ArtifactRow(before.ordinal(), name, bytes, upload.at, before.pinned());
  }

  private void requireUnswept(MemoryUpload upload) {
    requireOpen.run();
    requireSession.accept(upload.session);
    if (!unfinished.containsKey(upload.ordinal)) {
      throw new ContradictoryWrite(upload.session, "an artifact was swept before it was finished");
    }
  }

  private synchronized void forget(MemoryUpload upload) {
    unfinished.remove(upload.ordinal);
  }

  private final class MemoryUpload implements Upload {
    private final BlobHasher naming = new BlobHasher();
    private final ArtifactPieces pieces = new ArtifactPieces(new ArrayList<>());
    private final SessionId session;
    private final Instant at;
    private final long ordinal;

    MemoryUpload(SessionId session, Instant at, long ordinal) {
      this.session = session;
      this.at = at;
      this.ordinal = ordinal;
    }

    @Override
    public void add(Bytes piece) {
      ArtifactStore.requirePiece(piece);
      naming.add(piece);
      MemoryArtifactStore.this.add(this, piece);
    }

    @Override
    public ArtifactRow finish() {
      return MemoryArtifactStore.this.finish(this, naming.blobId());
    }

    @Override
    public void close() {
      forget(this);
    }
  }
}
